// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/rope_choice.h"

#include "widgets/common/core_text.h"
#include "widgets/common/described.h"
#include "widgets/common/format.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>

#include <algorithm>

namespace bam::ui {
namespace {

constexpr double kLeastFactor = 1.1, kMostFactor = 1000, kFirstFactor = 4;

}  // namespace

RopeChoice::RopeChoice(const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_method(new QComboBox(this))
    , m_factor(new QDoubleSpinBox(this))
{
    setObjectName(name);
    m_method->setObjectName(name + QStringLiteral("Method"));
    m_method->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_method->setMinimumContentsLength(4);
    m_method->addItem(tr("None"), QStringLiteral("none"));
    for (const auto& method : encoding::ropeScalingMethods()) {
        m_method->addItem(coreText(method.title), QString::fromStdString(method.name));
        m_method->setItemData(m_method->count() - 1, QString::fromStdString(method.source), Qt::ToolTipRole);
    }
    withTip(m_method, tr("RoPE scaling"),
        tr("How rotary embeddings are stretched to longer texts than in training, without further training. It starts from the length of the run's training; the command line takes another one."));
    m_factor->setObjectName(name + QStringLiteral("Factor"));
    m_factor->setRange(kLeastFactor, kMostFactor);
    m_factor->setDecimals(1);
    m_factor->setValue(kFirstFactor);
    m_factor->setPrefix(QStringLiteral("× "));
    withTip(m_factor, tr("Factor of RoPE scaling"), tr("How many times longer than in training texts shall be: 8 for 4,096 tokens after 512. Larger than needed costs accuracy."));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_method, 1);
    layout->addWidget(m_factor);
    setFocusProxy(m_method);
    const auto show = [this] { m_factor->setEnabled(m_method->currentIndex() > 0); };
    show();
    connect(m_method, &QComboBox::currentIndexChanged, this, [this, show] {
        show();
        Q_EMIT changed();
    });
    connect(m_factor, &QDoubleSpinBox::valueChanged, this, &RopeChoice::changed);
}

encoding::RopeScaling RopeChoice::scaling() const
{
    return m_method->currentIndex() > 0 ? encoding::RopeScaling{m_method->currentData().toString().toStdString(), m_factor->value(), 0} : encoding::RopeScaling{};
}

QJsonObject RopeChoice::saved() const { return {{QStringLiteral("method"), m_method->currentData().toString()}, {QStringLiteral("factor"), m_factor->value()}}; }

void RopeChoice::restore(const QJsonObject& saved)
{
    m_method->setCurrentIndex(std::max(0, m_method->findData(saved[QLatin1String("method")].toString())));
    m_factor->setValue(saved[QLatin1String("factor")].toDouble(m_factor->value()));
}

QString ropeScalingTitle(const encoding::RopeScaling& scaling)
{
    if (!scaling.isOn())
        return {};
    const auto& all = encoding::ropeScalingMethods();
    const auto method = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == scaling.method; });
    const auto name = method == all.end() ? QString::fromStdString(scaling.method) : coreText(method->title);
    if (scaling.originalLength < 1)
        return RopeChoice::tr("%1 × %2", "1: method of RoPE scaling; 2: factor").arg(name, significant(scaling.factor));
    return RopeChoice::tr("%1 × %2 of %3 tokens", "1: method of RoPE scaling; 2: factor; 3: length of the training").arg(name, significant(scaling.factor), count(double(scaling.originalLength)));
}

}  // namespace bam::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/translations.h"

#include <QCoreApplication>
#include <QLibraryInfo>

#include <algorithm>

namespace bam::window {
namespace {

const QString kPseudo = QStringLiteral("pseudo");

QString bestFor(const QLocale& locale)
{
    for (const auto& wanted : locale.uiLanguages()) {
        auto name = wanted;
        name.replace(QLatin1Char('-'), QLatin1Char('_'));
        for (const auto& shipped : shippedLanguages())
            if (name == shipped || name.section(QLatin1Char('_'), 0, 0) == shipped.section(QLatin1Char('_'), 0, 0))
                return shipped;
    }
    return QStringLiteral("en");
}

}  // namespace

QString pseudoText(const QString& text)
{
    static const QString plain = QStringLiteral("aeiouyAEIOUYncs"), marked = QStringLiteral("\u00E4\u00EB\u00EF\u00F6\u00FC\u00FF\u00C4\u00CB\u00CF\u00D6\u00DC\u0178\u00F1\u00E7\u0161");
    QString result(kPseudoBegin);
    bool tag = false;
    int letters = 0;
    for (qsizetype at = 0; at < text.size(); ++at) {
        const auto letter = text[at];
        tag = tag ? letter != QLatin1Char('>') : letter == QLatin1Char('<') && at + 1 < text.size() && !text[at + 1].isSpace();
        const bool placeholder = (at > 0 && text[at - 1] == QLatin1Char('%')) || (at > 1 && text[at - 1] == QLatin1Char('L') && text[at - 2] == QLatin1Char('%'));
        const auto known = tag || placeholder ? -1 : plain.indexOf(letter);
        result += known < 0 ? letter : marked[known];
        letters += !tag;
    }
    // In words, since long texts must be able to wrap.
    for (int left = (letters * 2 + 4) / 5; left > 0; left -= 6)
        result += (letters > 20 ? QStringLiteral(" ") : QString()) + QString(std::min(left, 6), QLatin1Char('~'));
    return result + kPseudoEnd;
}

QString PseudoTranslator::translate(const char* context, const char* text, const char* disambiguation, int count) const
{
    Q_UNUSED(disambiguation);
    const QLatin1String qt(context);
    // Qt's own dialogs are translated by Qt.
    if (qt.startsWith(QLatin1String("Q")) || !text || !*text)
        return {};
    auto result = pseudoText(QString::fromUtf8(text));
    if (count >= 0)
        result.replace(QStringLiteral("%n"), QString::number(count));
    return result;
}

QStringList shippedLanguages() { return {QStringLiteral("en"), QStringLiteral("pt_BR"), QStringLiteral("zh_CN")}; }

QString languageTitle(const QString& name)
{
    const QLocale locale(name);
    return name == QLatin1String("en") ? QStringLiteral("English") : QStringLiteral("%1 (%2)").arg(locale.nativeLanguageName(), locale.nativeTerritoryName());
}

Translations::Translations(const QString& name)
    : m_language(name.isEmpty() ? bestFor(QLocale::system()) : name == kPseudo || shippedLanguages().contains(name) ? name : QStringLiteral("en"))
{
    if (m_language == kPseudo) {
        install(std::make_unique<PseudoTranslator>());
        return;
    }
    // Numbers and dates follow the language that was chosen, else the system's.
    if (!name.isEmpty())
        QLocale::setDefault(QLocale(m_language));
    auto ours = std::make_unique<QTranslator>(), qt = std::make_unique<QTranslator>();
    if (qt->load(QStringLiteral("qtbase_") + m_language, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        install(std::move(qt));
    if (ours->load(QStringLiteral(":/i18n/bamscope_%1.qm").arg(m_language)))
        install(std::move(ours));
}

Translations::~Translations()
{
    for (const auto& translator : m_translators)
        QCoreApplication::removeTranslator(translator.get());
    QLocale::setDefault(m_before);
}

void Translations::install(std::unique_ptr<QTranslator> translator)
{
    QCoreApplication::installTranslator(translator.get());
    m_translators.push_back(std::move(translator));
}

}  // namespace bam::window

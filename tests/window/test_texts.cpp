// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/jobs_part.h"
#include "app/window/main_window.h"
#include "app/window/preferences_dialog.h"
#include "app/window/runs_part.h"
#include "app/window/shortcuts_dialog.h"
#include "app/window/translations.h"
#include "tests/support/test_main.h"
#include "tests/window/text_check.h"
#include "tests/window/window_home.h"
#include "widgets/views/runs/runs_view.h"
#include "widgets/views/setup/dataset_builder.h"

#include <QLibraryInfo>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace bam::window {
namespace {

constexpr int kShown = 60;

QByteArray lines(const QStringList& found)
{
    return QStringLiteral("%1 texts:\n%2").arg(found.size()).arg(found.mid(0, kShown).join(QLatin1Char('\n'))).toUtf8();
}

}  // namespace

class TextsTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void theCheckFindsWhatItIsFor()
    {
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        auto* label = new QLabel(QStringLiteral("Plain words"), &window);
        layout->addWidget(label);
        auto* button = new QPushButton(pseudoText(QStringLiteral("A long text on a button")), &window);
        button->setFixedWidth(40);
        layout->addWidget(button);
        window.show();
        QCOMPARE(test::untranslatedTexts(window).size(), 1);
        QCOMPARE(test::clippedTexts(window).size(), 1);
        label->setText(pseudoText(QStringLiteral("Plain words")) + QStringLiteral(" 12.5 MiB --batch_size"));
        button->setMaximumWidth(QWIDGETSIZE_MAX);
        button->setMinimumWidth(button->sizeHint().width());
        window.layout()->activate();
        window.adjustSize();
        QCOMPARE(test::untranslatedTexts(window), QStringList());
        QCOMPARE(test::clippedTexts(window), QStringList());
    }

    void everyTextOfTheWindowCanBeTranslatedAndHasRoom()
    {
        const test::WindowHome home;
        home.writeRun(QStringLiteral("logs"), QStringLiteral("bam"), 0, 100);
        home.writeRun(QStringLiteral("logs"), QStringLiteral("rotary_ssmax"), 0, 100, QStringLiteral("failed"));
        const Translations pseudo(QStringLiteral("pseudo"));
        Settings settings;
        MainWindow window(settings, {home.path(QStringLiteral("logs"))});
        window.resize(1280, 800);
        window.show();
        QTRY_COMPARE(window.runs().model().runCount(), 2);
        window.setUpNewRun();
        QTest::qWait(300);
        auto found = test::untranslatedTexts(window);
        QVERIFY2(found.isEmpty(), lines(found));
        found = test::clippedTexts(window);
        QVERIFY2(found.isEmpty(), lines(found));
    }

    void theFirstPageHasRoom()
    {
        const test::WindowHome home;
        const Translations pseudo(QStringLiteral("pseudo"));
        Settings settings;
        MainWindow window(settings, {});
        window.resize(1280, 800);
        window.show();
        QTest::qWait(200);
        const auto found = test::clippedTexts(window);
        QVERIFY2(found.isEmpty(), lines(found));
    }

    void everyTextOfTheDialogsCanBeTranslatedAndHasRoom()
    {
        const test::WindowHome home;
        const Translations pseudo(QStringLiteral("pseudo"));
        Settings settings;
        MainWindow window(settings, {});
        window.show();
        CommandPalette palette(window.commands(), &window);
        ShortcutsDialog shortcuts(window.commands(), {}, &window);
        PreferencesDialog preferences(settings, &window);
        window.jobs().buildDataset();
        for (QWidget* dialog : QList<QWidget*>{&palette, &shortcuts, &preferences, window.findChild<views::DatasetBuilder*>()}) {
            dialog->show();
            QTest::qWait(50);
            auto found = test::untranslatedTexts(*dialog) + test::clippedTexts(*dialog);
            QVERIFY2(found.isEmpty(), lines(found));
        }
    }

    void everyShippedTranslationIsComplete_data()
    {
        QTest::addColumn<QString>("language");
        for (const auto& language : shippedLanguages())
            if (language != QLatin1String("en"))
                QTest::newRow(qPrintable(language)) << language;
    }

    void everyShippedTranslationIsComplete()
    {
        QFETCH(QString, language);
        QFile file(QStringLiteral(BAMSCOPE_TRANSLATIONS "/bamscope_%1.ts").arg(language));
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
        const auto text = QString::fromUtf8(file.readAll());
        QCOMPARE(text.count(QLatin1String("type=\"unfinished\"")), 0);
        QCOMPARE(text.count(QLatin1String("<translation></translation>")), 0);
        QVERIFY(text.count(QLatin1String("<message")) > 300);
        const Translations translations(language);
        QCOMPARE(translations.language(), language);
        QVERIFY(QCoreApplication::translate("bam::window::MainWindow", "&File") != QLatin1String("&File"));
    }
};

BAMSCOPE_TEST(TextsTest)

}  // namespace bam::window

#include "test_texts.moc"

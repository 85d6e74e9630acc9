// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/translations.h"
#include "tests/support/test_main.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QPushButton>

namespace bam::window {

class TranslationsTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void pseudoTextIsMarkedLongerAndKeepsPlaceholders()
    {
        const auto text = pseudoText(QStringLiteral("Write %1 of <b>%n</b> files"));
        QVERIFY(text.startsWith(kPseudoBegin) && text.endsWith(kPseudoEnd));
        QVERIFY(text.contains(QStringLiteral("%1")) && text.contains(QStringLiteral("%n")) && text.contains(QStringLiteral("<b>")) && text.contains(QStringLiteral("</b>")));
        QVERIFY(double(text.size()) >= 1.4 * double(QStringLiteral("Write %1 of %n files").size()));
    }

    void thePseudoLanguageTranslatesEverythingButQtsOwnTexts()
    {
        const Translations pseudo(QStringLiteral("pseudo"));
        QVERIFY(QCoreApplication::translate("bam::window::MainWindow", "Anything").startsWith(kPseudoBegin));
        QCOMPARE(QCoreApplication::translate("QDialogButtonBox", "OK"), QStringLiteral("OK"));
        QVERIFY(QCoreApplication::translate("bam::window::MainWindow", "%Ln run(s)", nullptr, 7).contains(QLatin1Char('7')));
    }

    void translatorsGoWithTheirOwner()
    {
        {
            const Translations pseudo(QStringLiteral("pseudo"));
        }
        QCOMPARE(QCoreApplication::translate("bam::window::MainWindow", "Anything"), QStringLiteral("Anything"));
    }

    void standardButtonsSpeakTheChosenLanguage()
    {
        const auto cancel = [] { return QDialogButtonBox(QDialogButtonBox::Cancel).button(QDialogButtonBox::Cancel)->text().remove(QLatin1Char('&')); };
        const Translations portuguese(QStringLiteral("pt_BR"));
        QCOMPARE(cancel(), QStringLiteral("Cancelar"));
        const Translations chinese(QStringLiteral("zh_CN"));
        QCOMPARE(cancel(), QStringLiteral("取消"));
    }
    void anUnknownLanguageIsEnglish() { QCOMPARE(Translations(QStringLiteral("xx")).language(), QStringLiteral("en")); }
};

BAMSCOPE_TEST(TranslationsTest)

}  // namespace bam::window

#include "test_translations.moc"

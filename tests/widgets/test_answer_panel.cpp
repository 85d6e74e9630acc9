// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "tests/widgets/lens_support.h"
#include "widgets/views/attention/answer_panel.h"
#include "widgets/views/attention/lens_outcomes.h"

#include <QHeaderView>
#include <QListWidget>
#include <QScrollArea>
#include <QTableWidget>

using namespace bam;
using namespace bam::views;

namespace {

/// The panel as the page holds it, with an answer beside the one without changes, and some outcomes.
struct Shown {
    HeadChangeList changes;
    QScrollArea area;
    AnswerPanel* panel = new AnswerPanel(changes);

    explicit Shown(int width, double textSize = 1)
    {
        auto font = area.font();
        font.setPointSizeF(font.pointSizeF() * textSize);
        panel->setFont(font);
        area.setWidgetResizable(true);
        area.setWidget(panel);
        area.resize(width, 260);
        area.show();
        const auto before = test::someCapture(), after = test::someCapture();
        panel->setAnswers(before, after);
        auto outcome = outcomeOf(*after, QStringLiteral("top 2 by needle mass, a description of some length"));
        outcome.probability = 2.3e-05;
        panel->addOutcome(outcome);
        QTest::qWait(20);
    }
    QTableWidget& table(const char* name) { return *panel->findChild<QTableWidget*>(QLatin1String(name)); }
    /// Columns whose text has less room than it needs, but for those that may be cut.
    QStringList cut(const char* name, int firstWhole)
    {
        QStringList found;
        auto& table = this->table(name);
        for (int column = firstWhole; column < table.columnCount(); ++column) {
            if (table.isColumnHidden(column))
                continue;
            int needed = table.horizontalHeader()->sectionSizeHint(column);
            for (int row = 0; row < table.rowCount(); ++row)
                if (const auto* item = table.item(row, column))
                    needed = std::max(needed, table.fontMetrics().horizontalAdvance(item->text()) + 4);
            const bool inside = table.columnViewportPosition(column) + table.columnWidth(column) <= table.viewport()->width();
            if (table.columnWidth(column) < needed || !inside)
                found.append(QStringLiteral("%1: %2 of %3").arg(table.horizontalHeaderItem(column)->text()).arg(table.columnWidth(column)).arg(needed));
        }
        return found;
    }
};

}  // namespace

class AnswerPanelTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void probabilitiesAreNeverCut_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<double>("textSize");
        for (const int width : {300, 680, 1000, 2000})
            for (const double size : {1.0, 2.0})
                QTest::addRow("%d, text %.0f", width, size) << width << size;
    }
    void probabilitiesAreNeverCut()
    {
        QFETCH(int, width);
        QFETCH(double, textSize);
        Shown shown(width, textSize);
        QCOMPARE(shown.cut("lensAnswerTable", 2), QStringList());
        QCOMPARE(shown.cut("lensOutcomes", 1), QStringList());
    }

    void theChangesStandBelowWhereThereIsNoRoomBeside()
    {
        Shown wide(1600), narrow(640);
        const auto top = [](Shown& shown, const char* name) { return shown.panel->findChild<QWidget*>(QLatin1String(name))->mapTo(shown.panel, QPoint()).y(); };
        QVERIFY(top(wide, "lensChanges") < top(wide, "lensOutcomes") + wide.table("lensOutcomes").height());
        QVERIFY(top(narrow, "lensChanges") > top(narrow, "lensOutcomes") + narrow.table("lensOutcomes").height());
        narrow.area.resize(1600, 260);
        QTRY_VERIFY(top(narrow, "lensChanges") < top(narrow, "lensOutcomes") + narrow.table("lensOutcomes").height());
    }
};

BAMSCOPE_TEST(AnswerPanelTest)

#include "test_answer_panel.moc"

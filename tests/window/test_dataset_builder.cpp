// SPDX-License-Identifier: GPL-3.0-or-later
// The dataset builder as people use it, its jobs run by the real program, and the result previewed.
#include "app/work/preview.h"
#include "tests/support/test_main.h"
#include "widgets/views/setup/dataset_builder.h"

#include <QComboBox>
#include <QDir>
#include <QDragEnterEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTextEdit>

using namespace bam;
using views::DatasetBuilder;

namespace {

QString writeText(const QTemporaryDir& folder)
{
    QFile file(folder.filePath(QStringLiteral("a text.txt")));
    if (!file.open(QIODevice::WriteOnly))
        qFatal("no text");
    for (int n = 0; n < 800; ++n)
        file.write("the " + QByteArray::number(n * 7919 % 1000) + " trees of the valley number " + QByteArray::number(n) + " and the river runs by\n");
    return file.fileName();
}

void drop(QWidget& on, const QString& path)
{
    QMimeData mime;
    mime.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&on, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPointF(5, 5), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&on, &event);
}

template <class Widget>
Widget* find(QWidget& in, const char* name)
{
    auto* widget = in.findChild<Widget*>(QLatin1String(name));
    if (!widget)
        qFatal("no widget %s", name);
    return widget;
}

void show(QWidget& widget)
{
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
}

}  // namespace

class TestDatasetBuilder : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void whatIsMissingIsSaidUntilNothingIs()
    {
        DatasetBuilder builder;
        show(builder);
        auto* start = find<QPushButton>(builder, "builderStart");
        auto* problem = find<QLabel>(builder, "builderProblem");
        QVERIFY(!start->isEnabled());
        QVERIFY(problem->text().contains(QStringLiteral("Add files")));
        builder.addInputs({QStringLiteral("book.jsonl")});
        QVERIFY(problem->text().contains(QStringLiteral("tokenizer")));
        QTest::keyClicks(find<QLineEdit>(builder, "builderModelFile"), QStringLiteral("m.model"));
        QVERIFY(problem->text().contains(QStringLiteral("folder")));
        QTest::keyClicks(find<QLineEdit>(builder, "builderOutput"), QStringLiteral("shards"));
        QVERIFY(problem->text().isEmpty());
        QVERIFY(start->isEnabled());
    }

    void aNewTokenizerIsTrainedOnAllTextsUnlessAnotherIsNamed()
    {
        DatasetBuilder builder;
        show(builder);
        builder.addInputs({QStringLiteral("book.jsonl"), QStringLiteral("folder")});
        builder.setOutputFolder(QStringLiteral("shards"));
        find<QComboBox>(builder, "builderTokenizer")->setCurrentIndex(1);
        QVERIFY(find<QLabel>(builder, "builderProblem")->text().isEmpty());
        QVERIFY(find<QPushButton>(builder, "builderStart")->isEnabled());
        auto first = builder.jobs().value(0).arguments;
        QVERIFY(first.size() > 5 && first[2] == "book.jsonl" && first[3] == "folder" && first[4] == "--column" && first[5] == "text");
        QTest::keyClicks(find<QLineEdit>(builder, "builderTrainOn"), QStringLiteral("other.parquet"));
        QCOMPARE(builder.jobs().size(), 2);
        first = builder.jobs().value(0).arguments;
        QVERIFY(std::find(first.begin(), first.end(), "other.parquet") != first.end());
        QVERIFY(std::find(first.begin(), first.end(), "book.jsonl") == first.end());
    }

    void onlyWhatIsChosenCanBeRemoved()
    {
        DatasetBuilder builder;
        show(builder);
        auto* remove = find<QPushButton>(builder, "builderRemove");
        QVERIFY(!remove->isEnabled());
        builder.addInputs({QStringLiteral("a.txt")});
        find<QListWidget>(builder, "builderInputs")->setCurrentRow(0);
        QVERIFY(remove->isEnabled());
        QTest::mouseClick(remove, Qt::LeftButton);
        QVERIFY(builder.inputs().isEmpty());
        QVERIFY(!remove->isEnabled());
    }

    void theSelectedTextIsTheOneThatIsShown()
    {
        DatasetBuilder builder;
        show(builder);
        QSignalSpy asked(&builder, &DatasetBuilder::previewRequested);
        builder.addInputs({QStringLiteral("a.txt"), QStringLiteral("b.txt")});
        QTRY_COMPARE(asked.count(), 1);
        QCOMPARE(asked[0][0].value<views::PreviewRequest>().spec.inputs.size(), std::size_t(2));
        auto* list = find<QListWidget>(builder, "builderInputs");
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(1)).center());
        QTRY_COMPARE(asked.count(), 2);
        QCOMPARE(asked[1][0].value<views::PreviewRequest>().spec.inputs, std::vector<std::filesystem::path>{"b.txt"});
    }

    void inputsAreDroppedOnceAndRemoved()
    {
        DatasetBuilder builder;
        show(builder);
        drop(builder, QStringLiteral("/texts/a.txt"));
        drop(builder, QStringLiteral("/texts/a.txt"));
        drop(builder, QStringLiteral("/texts/folder"));
        QCOMPARE(builder.inputs().size(), 2);
        auto* list = find<QListWidget>(builder, "builderInputs");
        list->setCurrentRow(0);
        QTest::mouseClick(find<QPushButton>(builder, "builderRemove"), Qt::LeftButton);
        QCOMPARE(builder.inputs(), QStringList{QStringLiteral("/texts/folder")});
    }

    void fromATextToShardsWithANewTokenizer()
    {
        const QTemporaryDir folder;
        work::PreviewWorker worker;
        DatasetBuilder builder;
        connect(&builder, &DatasetBuilder::previewRequested, &worker, &work::PreviewWorker::request);
        connect(&worker, &work::PreviewWorker::finished, &builder, &DatasetBuilder::setPreview);
        QSignalSpy asked(&builder, &DatasetBuilder::buildRequested);
        show(builder);
        drop(builder, writeText(folder));
        builder.setOutputFolder(folder.filePath(QStringLiteral("my shards")));
        find<QComboBox>(builder, "builderTokenizer")->setCurrentIndex(1);
        find<QSpinBox>(builder, "builderPieces")->setValue(160);
        QTRY_VERIFY(find<QTextEdit>(builder, "previewText")->toPlainText().contains(QStringLiteral("the 0 trees of the valley")));
        QTest::mouseClick(find<QPushButton>(builder, "builderStart"), Qt::LeftButton);
        QCOMPARE(asked.count(), 1);
        for (const auto& job : asked[0][0].value<QVector<jobs::WorkerSpec>>()) {
            QStringList arguments{QStringLiteral("--batch")};
            for (const auto& argument : job.arguments)
                arguments << QString::fromStdString(argument);
            QProcess program;
            program.start(QStringLiteral(BAMSCOPE_PROGRAM), arguments);
            QVERIFY(program.waitForFinished(120'000));
            QVERIFY2(program.exitCode() == 0, program.readAllStandardError().constData());
        }
        const auto shards = asked[0][1].toString();
        QVERIFY(!QDir(shards).entryList({QStringLiteral("shard_*.safetensors")}).isEmpty());

        data::PreviewSpec spec;
        spec.source = data::PreviewSource::Shards;
        spec.inputs = {shards.toStdString()};
        const auto preview = data::preview(spec);
        QVERIFY2(preview.error.empty(), preview.error.c_str());
        QCOMPARE(preview.pieces, 160);
        QVERIFY(preview.tokens > 800);
        QVERIFY2(preview.documents[0].text.find("trees of the valley") != std::string::npos, preview.documents[0].text.c_str());
    }
};

BAMSCOPE_TEST(TestDatasetBuilder)
#include "test_dataset_builder.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/device_watch.h"
#include "app/work/preview.h"
#include "tests/support/test_main.h"

#include <QSignalSpy>

using namespace bam;

class TestDevicesAndPreviews : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { qunsetenv("FAKE_NVML_USED"); }

    void theCpuIsThereAtOnceAndWithoutAGpuTheReasonIsGiven()
    {
        work::DeviceWatch watch(nullptr, 20, QStringLiteral("libbamscope-no-such-library.so"));
        QCOMPARE(watch.devices().size(), 1);
        QVERIFY(watch.devices()[0].cores > 0);
        QVERIFY(watch.devices()[0].freeBytes > 0);
        QTRY_VERIFY(!watch.devices()[0].note.isEmpty());
        QCOMPARE(watch.devices()[0].id, QStringLiteral("cpu"));
    }

    void gpusAreFoundAndFollowed()
    {
        work::DeviceWatch watch(nullptr, 20, QStringLiteral(BAMSCOPE_FAKE_NVML));
        QTRY_COMPARE(watch.devices().size(), 3);
        QCOMPARE(watch.devices()[1].id, QStringLiteral("cuda:0"));
        QVERIFY(!watch.devices()[1].busy);
        QVERIFY(watch.devices()[2].busy);
        QSignalSpy changed(&watch, &work::DeviceWatch::devicesChanged);
        qputenv("FAKE_NVML_USED", "42949672960");
        QTRY_COMPARE(watch.devices()[1].freeBytes, double(40LL << 30));
        QVERIFY(changed.count() >= 1);
    }

    void aPreviewComesBackWithItsNumber()
    {
        work::PreviewWorker worker;
        QSignalSpy finished(&worker, &work::PreviewWorker::finished);
        views::PreviewRequest request;
        request.id = 5;
        request.spec.inputs = {test::dataFile("text/documents.txt")};
        worker.request(request);
        QVERIFY(finished.wait());
        QCOMPARE(finished[0][0].toInt(), 5);
        QVERIFY(!finished[0][1].value<data::Preview>().documents.empty());
    }

    void onlyTheLastOfManyRequestsIsAnswered()
    {
        work::PreviewWorker worker;
        QSignalSpy finished(&worker, &work::PreviewWorker::finished);
        for (int id = 1; id <= 20; ++id) {
            views::PreviewRequest request;
            request.id = id;
            request.spec.inputs = {test::dataFile("text/documents.txt")};
            request.spec.tokenizer = test::dataFile("tokenizers/mistral_instruct_tokenizer_240323.model.v3");
            worker.request(request);
        }
        QTRY_COMPARE(finished.count(), 1);
        QTest::qWait(50);
        QCOMPARE(finished.count(), 1);
        QCOMPARE(finished[0][0].toInt(), 20);
    }

    void aCancelledPreviewIsNotAnswered()
    {
        work::PreviewWorker worker;
        QSignalSpy finished(&worker, &work::PreviewWorker::finished);
        views::PreviewRequest request;
        request.id = 1;
        request.spec.inputs = {test::dataFile("text/documents.txt")};
        worker.request(request);
        worker.cancel();
        QTest::qWait(100);
        QCOMPARE(finished.count(), 0);
    }
};

BAMSCOPE_TEST(TestDevicesAndPreviews)
#include "test_devices_and_previews.moc"

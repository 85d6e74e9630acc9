// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/nvml.h"
#include "tests/support/test_main.h"

using namespace bam;

class TestNvml : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void cleanup()
    {
        for (const auto* name : {"FAKE_NVML_INIT", "FAKE_NVML_LOST", "FAKE_NVML_USED"})
            qunsetenv(name);
    }

    void aMachineWithoutADriverSaysSo()
    {
        const device::Nvml nvml("libbamscope-no-such-library.so");
        QVERIFY(!nvml.available());
        QVERIFY(nvml.read().empty());
        QVERIFY(nvml.cause().find("No NVIDIA driver") != std::string::npos);
    }

    void aLibraryWithoutTheFunctionsIsRefused()
    {
        const device::Nvml nvml("libc.so.6");
        QVERIFY(!nvml.available());
        QVERIFY(nvml.cause().find("too old") != std::string::npos);
    }

    void aDriverThatDoesNotAnswerIsNamed()
    {
        qputenv("FAKE_NVML_INIT", "9");
        const device::Nvml nvml(BAMSCOPE_FAKE_NVML);
        QVERIFY(!nvml.available());
        QVERIFY2(nvml.cause().find("Driver Not Loaded") != std::string::npos, nvml.cause().c_str());
    }

    void gpusAreReadWithMemoryAndLoad()
    {
        device::Nvml nvml(BAMSCOPE_FAKE_NVML);
        QVERIFY2(nvml.available(), nvml.cause().c_str());
        const auto gpus = nvml.read();
        QCOMPARE(gpus.size(), 2U);
        QCOMPARE(gpus[0].name, std::string("Fake A"));
        QCOMPARE(gpus[0].freeBytes, gpus[0].totalBytes);
        QCOMPARE(gpus[0].processes, 0);
        QCOMPARE(gpus[1].uuid, std::string("GPU-bbbb"));
        QCOMPARE(gpus[1].freeBytes, std::int64_t(20) << 30);
        QCOMPARE(gpus[1].utilisation, 97);
        QCOMPARE(gpus[1].processes, 3);
    }

    void everyReadingIsFresh()
    {
        device::Nvml nvml(BAMSCOPE_FAKE_NVML);
        const auto before = nvml.read()[0].freeBytes;
        qputenv("FAKE_NVML_USED", "1073741824");
        QCOMPARE(nvml.read()[0].freeBytes, before - 1073741824);
    }

    void aGpuThatDoesNotAnswerIsLeftOut()
    {
        qputenv("FAKE_NVML_LOST", "1");
        const device::Nvml nvml(BAMSCOPE_FAKE_NVML);
        const auto gpus = nvml.read();
        QCOMPARE(gpus.size(), 1U);
        QCOMPARE(gpus[0].index, 1);
    }

    void visibleDevicesAreRenumberedAsCudaDoes()
    {
        const auto all = device::Nvml(BAMSCOPE_FAKE_NVML).read();
        QCOMPARE(device::visibleGpus(all, nullptr).size(), 2U);
        QVERIFY(device::visibleGpus(all, "").empty());
        QVERIFY(device::visibleGpus(all, "-1").empty());
        const auto swapped = device::visibleGpus(all, "1, 0");
        QCOMPARE(swapped[0].name, std::string("Fake B"));
        QCOMPARE(swapped[0].index, 0);
        const auto named = device::visibleGpus(all, "GPU-bbbb,7,0");
        QCOMPARE(named.size(), 1U);
        QCOMPARE(named[0].uuid, std::string("GPU-bbbb"));
    }

    void theHostHasMemory()
    {
        const auto memory = device::hostMemory();
        QVERIFY(memory.totalBytes > 0);
        QVERIFY(memory.freeBytes > 0 && memory.freeBytes <= memory.totalBytes);
    }
};

BAMSCOPE_TEST(TestNvml)
#include "test_nvml.moc"

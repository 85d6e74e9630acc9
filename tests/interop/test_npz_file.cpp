// SPDX-License-Identifier: GPL-3.0-or-later
// What NumPy itself makes of these files is checked by check_numpy_files.py.
#include "core/base/files.h"
#include "core/interop/npz_file.h"
#include "tests/support/file_limits.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <cstring>
#include <limits>

using namespace bam;
using namespace bam::interop;

class NpzFileTest : public test::Suite {
    Q_OBJECT
    QTemporaryDir m_folder;
    std::filesystem::path file(const char* name) const { return std::filesystem::path(m_folder.path().toStdString()) / name; }

    static std::vector<NpzArray> arrays()
    {
        return {{"step", std::vector<std::int64_t>{0, 1, std::int64_t(1) << 40}}, {"loss", std::vector<double>{1.5, std::numeric_limits<double>::quiet_NaN()}}, {"task", std::vector<std::string>{"θβ", "mmlu", ""}},
            {"none", std::vector<double>{}}};
    }

private Q_SLOTS:
    void arraysAreStoredAsTheyAre()
    {
        writeNpz(file("a.npz"), arrays());
        const auto bytes = readFile(file("a.npz"));
        QVERIFY(bytes.starts_with("PK\x03\x04"));
        for (const auto* part : {"step.npy", "loss.npy", "{'descr': '<i8', 'fortran_order': False, 'shape': (3,), }", "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", "'<U4'", "'shape': (0,)"})
            QVERIFY2(bytes.find(part) != std::string::npos, part);
        const auto header = bytes.find("\x93NUMPY");
        std::uint16_t size = 0;
        std::memcpy(&size, bytes.data() + header + 8, sizeof size);
        QCOMPARE((10 + size) % 64, 0);
        std::int64_t last = 0;
        std::memcpy(&last, bytes.data() + header + 10 + size + 16, sizeof last);
        QCOMPARE(last, std::int64_t(1) << 40);
    }

    void theSameArraysGiveTheSameBytes()
    {
        writeNpz(file("b.npz"), arrays());
        QTest::qWait(1100);     // a date of ZIP has two seconds
        writeNpz(file("c.npz"), arrays());
        QVERIFY(readFile(file("b.npz")) == readFile(file("c.npz")));
    }

    void aFullDiskLeavesWhatWasThere()
    {
        writeNpz(file("d.npz"), {{"a", std::vector<double>{1}}});
        const auto before = readFile(file("d.npz"));
        {
            const test::LimitedFileSize limit(4000);
            EXPECT_ERROR(writeNpz(file("d.npz"), {{"a", std::vector<double>(10000)}}), ErrorCode::Failed, "Cannot write");
        }
        QVERIFY(readFile(file("d.npz")) == before);
    }
};

BAMSCOPE_TEST(NpzFileTest)
#include "test_npz_file.moc"

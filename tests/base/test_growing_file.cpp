// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/descriptor.h"
#include "core/base/growing_file.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <filesystem>
#include <fstream>

#include <sys/stat.h>

using namespace bam;

namespace {

struct File {
    QTemporaryDir folder;
    std::string path = folder.filePath("grows").toStdString();

    void append(const std::string& text) const { std::ofstream(path, std::ios::app | std::ios::binary) << text; }
    void replaceContent(const std::string& text) const { std::ofstream(path, std::ios::trunc | std::ios::binary) << text; }

    /// Reads on as followers do. @returns whether it was another file, and what is new
    std::pair<bool, std::string> poll(GrowingFile& place) const
    {
        const Descriptor file(openRetrying(path.c_str(), O_RDONLY));
        struct stat info{};
        if (!file.valid() || ::fstat(file.get(), &info) != 0)
            return {false, "cannot be opened"};
        const bool another = place.isAnother(file.get(), info);
        if (another)
            place.restart();
        place.remember(info);
        std::string bytes(std::size_t(info.st_size - place.offset()), '\0');
        bytes.resize(readAt(file.get(), bytes.data(), bytes.size(), place.offset()));
        place.advance(bytes);
        return {another, bytes};
    }
};

}  // namespace

class GrowingFileTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void aFileThatOnlyGrowsIsReadOn()
    {
        const File file;
        GrowingFile place;
        file.append("one ");
        QCOMPARE(file.poll(place), std::pair(false, std::string("one ")));
        QCOMPARE(file.poll(place), std::pair(false, std::string()));
        file.append(std::string(300, 'x'));
        QCOMPARE(file.poll(place).second.size(), 300u);
        file.append("end");
        QCOMPARE(file.poll(place), std::pair(false, std::string("end")));
        QCOMPARE(place.offset(), std::int64_t(307));
    }

    void aFileThatWasCutIsAnother()
    {
        const File file;
        GrowingFile place;
        file.append("step 1\nstep 2\n");
        file.poll(place);
        file.replaceContent("step 1\n");
        QCOMPARE(file.poll(place), std::pair(true, std::string("step 1\n")));
    }

    void aFileThatWasCutAndGrewBeyondIsAnother()
    {
        const File file;
        GrowingFile place;
        file.append("step 1\nstep 2\n");
        file.poll(place);
        file.replaceContent("step 1\nstep 3\nstep 4\n");
        QVERIFY(file.poll(place).first);
    }

    void aFileInItsPlaceIsAnotherEvenWithTheSameBeginning()
    {
        const File file;
        GrowingFile place;
        file.append("step 1\n");
        file.poll(place);
        std::ofstream(file.path + ".next", std::ios::binary) << "step 1\nstep 2\n";
        std::filesystem::rename(file.path + ".next", file.path);
        QCOMPARE(file.poll(place), std::pair(true, std::string("step 1\nstep 2\n")));
    }
};

BAMSCOPE_TEST(GrowingFileTest)
#include "test_growing_file.moc"

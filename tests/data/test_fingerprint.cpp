// SPDX-License-Identifier: GPL-3.0-or-later
// What the fingerprint of a folder of shards depends on, and how much of it is read.
#include "core/base/checksum.h"
#include "core/base/text.h"
#include "core/data/shard.h"
#include "core/data/token_stream.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>

#include <QTemporaryDir>

#include <cstdio>
#include <filesystem>

using namespace bam;
using namespace bam::data;
namespace fs = std::filesystem;

class TestFingerprint : public test::Suite {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_folder;

    fs::path folder() const { return m_folder->path().toStdString(); }

    fs::path nameOf(std::size_t index) const
    {
        char name[40];
        std::snprintf(name, sizeof name, "shard_%06zu.safetensors", index);
        return folder() / name;
    }

    /// In place of what is there, which may have other names.
    void write(std::size_t index, std::size_t tokens, std::uint32_t shift = 0) const
    {
        std::vector<std::uint32_t> ids;
        for (std::size_t n = 0; n < tokens; ++n)
            ids.push_back(std::uint32_t(n * 37 + n / 11 + shift) % 50);
        fs::remove(nameOf(index));
        writeShard(nameOf(index), ids, std::vector<std::uint32_t>(tokens, 0), {"test.model", "", "", "test", 50});
    }

    /// The same small shard under very many names.
    void writeMany(std::size_t count) const
    {
        write(0, 100);
        for (std::size_t index = 1; index < count; ++index)
            fs::create_hard_link(nameOf(0), nameOf(index));
    }

    std::string now() const { return TokenStream(folder()).fingerprint(); }

    /// As every version until now took it: all tokens of shards up to a million, 16 times 256 of larger ones.
    std::string ofAll() const
    {
        Checksum sum;
        for (const auto& path : listShards(folder())) {
            const auto shard = Shard::open(path);
            const auto add = [&](std::int64_t begin, std::int64_t count) {
                const auto tokens = shard.tokens(begin, count);
                sum.add({static_cast<const char*>(tokens.const_data_ptr()), tokens.nbytes()});
            };
            sum.add(str(shard.size(), ' '));
            if (shard.size() <= 1'048'576)
                add(0, shard.size());
            else
                for (int piece = 0; piece < 16; ++piece)
                    add((shard.size() - 256) * piece / 15, 256);
        }
        return sum.digits();
    }

private Q_SLOTS:
    void init() override { m_folder = std::make_unique<QTemporaryDir>(); }

    void ofUsualDataItIsWhatStoredRunsTellOf()
    {
        write(0, 1'048'576);
        write(1, 1'048'577);
        write(2, 300);
        QCOMPARE(now(), ofAll());
        write(2, 300, 1);
        QCOMPARE(now(), ofAll());
        for (std::size_t index = 3; index < 1024; ++index)
            fs::create_hard_link(nameOf(2), nameOf(index));
        QCOMPARE(now(), ofAll());
    }

    void ofVeryManyShardsSomeAreReadAndAllSizesCount()
    {
        writeMany(1100);
        const auto before = now();
        QVERIFY(before != ofAll());
        const auto changed = [&](std::size_t index, std::size_t tokens, std::uint32_t shift) {
            write(index, tokens, shift);
            const auto differs = now() != before;
            write(index, 100);
            return differs;
        };
        QVERIFY(changed(0, 100, 1) && changed(1099, 100, 1) && changed(1099 * 20 / 63, 100, 1));
        QVERIFY(!changed(1, 100, 1));       // not among the 64 that are read
        QVERIFY(changed(1, 101, 0));
        QCOMPARE(now(), before);
    }

    void whatAnEarlierVersionStoredOfVeryManyShardsStillCounts()
    {
        writeMany(1100);
        const auto stored = ofAll();
        TokenStream stream(folder());
        QVERIFY(stream.hasFingerprint(stored) && stream.hasFingerprint(stream.fingerprint()));
        write(1, 100, 1);
        QVERIFY(!TokenStream(folder()).hasFingerprint(stored));
    }
};

BAMSCOPE_TEST(TestFingerprint)
#include "test_fingerprint.moc"

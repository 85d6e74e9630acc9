// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/attention/prompt_text.h"

#include <algorithm>
#include <numeric>

namespace bam::views {
namespace {

constexpr std::int64_t kShortest = 24;      // tokens that are left out at least, else nothing is gained
constexpr qsizetype kLongestQuoted = 24;    // characters

/// The byte of "<0x0A>"; −1: it is none.
int byteOf(const std::string& piece)
{
    if (piece.size() != 6 || piece.compare(0, 3, "<0x") != 0 || piece[5] != '>')
        return -1;
    bool good = false;
    const int value = QByteArray(piece.data() + 3, 2).toInt(&good, 16);
    return good ? value : -1;
}

bool isCharacter(const QByteArray& bytes)
{
    const auto text = QString::fromUtf8(bytes);
    return !text.contains(QChar::ReplacementCharacter);
}

}  // namespace

std::vector<std::pair<int, int>> tokenSpans(const QString& text, const std::vector<std::string>& pieces, std::size_t most)
{
    std::vector<std::pair<int, int>> spans;
    int at = 0;
    QByteArray bytes;
    for (std::size_t n = 0; n < std::min(most, pieces.size()); ++n) {
        QString written;
        if (const int byte = byteOf(pieces[n]); byte >= 0) {
            bytes.append(char(byte));
            if (!isCharacter(bytes)) {
                spans.emplace_back(at, at);
                continue;
            }
            written = QString::fromUtf8(bytes);
        } else {
            written = QString::fromStdString(pieces[n]);
        }
        bytes.clear();
        if (n == 0 && written.startsWith(QLatin1Char(' ')) && !text.startsWith(QLatin1Char(' ')))
            written.remove(0, 1);       // that the tokenizer puts before a text
        if (QStringView(text).mid(at, written.size()) != written)
            break;
        spans.emplace_back(at, at + int(written.size()));
        at += int(written.size());
    }
    return spans;
}

std::vector<TextStretch> stretchesOf(std::int64_t length, std::vector<std::int64_t> keep, std::int64_t margin)
{
    std::vector<TextStretch> stretches;
    if (length <= 0)
        return stretches;
    keep.push_back(0);
    keep.push_back(length - 1);
    std::sort(keep.begin(), keep.end());
    std::int64_t shown = 0;     // up to here the prompt is covered
    for (const auto position : keep) {
        if (position < 0 || position >= length)
            continue;
        const auto begin = std::max(position - margin, shown), end = std::min(position + margin + 1, length);
        if (end <= shown)
            continue;
        if (begin - shown >= kShortest && !stretches.empty())
            stretches.push_back({shown, begin, true});
        else if (!stretches.empty() && begin > shown)
            stretches.back().end = begin;       // too short to be left out
        if (!stretches.empty() && !stretches.back().leftOut && stretches.back().end == begin)
            stretches.back().end = end;
        else
            stretches.push_back({begin, end, false});
        shown = end;
    }
    return stretches;
}

std::vector<std::int64_t> largestWeights(const float* weights, std::int64_t length, std::size_t count)
{
    std::vector<std::int64_t> positions(static_cast<std::size_t>(std::max<std::int64_t>(length, 0)));
    std::iota(positions.begin(), positions.end(), std::int64_t(0));
    count = std::min(count, positions.size());
    std::partial_sort(positions.begin(), positions.begin() + std::ptrdiff_t(count), positions.end(), [weights](std::int64_t a, std::int64_t b) { return weights[a] != weights[b] ? weights[a] > weights[b] : a < b; });
    positions.resize(count);
    std::erase_if(positions, [weights](std::int64_t at) { return !(weights[at] > 0); });
    return positions;
}

QString shownPiece(const std::string& piece)
{
    if (piece == "<0x0A>" || piece == "\n")
        return QStringLiteral("\u21B5\n");
    auto text = QString::fromStdString(piece);
    for (auto& character : text)
        if (character == QLatin1Char('\t'))
            character = QChar(0x21E5);
        else if (character.category() == QChar::Other_Control && character != QLatin1Char('\n'))
            character = QChar(0xFFFD);
    return text;
}

QString quotedPiece(const std::string& piece)
{
    auto text = shownPiece(piece);
    text.remove(QLatin1Char('\n'));
    text.replace(QLatin1Char(' '), QChar(0x2423));
    if (text.size() > kLongestQuoted)
        text = text.left(kLongestQuoted) + QChar(0x2026);
    // Isolated, so that a piece written from right to left does not turn the rest of the line around.
    return QStringLiteral("\u201C\u2068%1\u2069\u201D").arg(text);
}

}  // namespace bam::views

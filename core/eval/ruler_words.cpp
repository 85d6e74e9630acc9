// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/ruler_words.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <set>
#include <utility>

namespace bam::eval {
namespace {

constexpr std::array kAdjectives{"amber", "ancient", "azure", "bitter", "blunt", "brave", "brief", "bright", "brittle", "broad", "calm", "careful", "cheap", "civil", "clever", "coarse", "cold",
    "copper", "crisp", "curly", "damp", "deep", "dense", "dim", "distant", "double", "dry", "dusty", "eager", "early", "easy", "empty", "exact", "faint", "fair", "fancy", "fast", "firm", "flat",
    "fond", "formal", "frank", "fresh", "gentle", "giant", "glad", "golden", "grand", "grave", "hasty", "heavy", "hollow", "honest", "humble", "idle", "inner", "jolly", "keen", "kind", "lame",
    "large", "late", "lazy", "lean", "level", "light", "lively", "local", "lofty", "lonely", "loose", "loud", "lucky", "mellow", "mighty", "mild", "minor", "misty", "modest", "narrow", "neat",
    "nimble", "noble", "odd", "open", "outer", "pale", "patient", "plain", "polite", "prompt", "proud", "pure", "quick", "quiet", "rapid", "rare", "ready", "rigid", "ripe", "rough", "round",
    "royal", "rustic", "salty", "scarce", "secret", "shallow", "sharp", "shiny", "short", "shy", "silent", "silver", "simple", "sleepy", "slim", "slow", "smooth", "sober", "soft", "solid",
    "sour", "spare", "steady", "steep", "stern", "stiff", "strict", "sturdy", "sudden", "sunny", "sweet", "swift", "tall", "tame", "tart", "tender", "thick", "thin", "tidy", "timid", "tiny",
    "tough", "upper", "urban", "vague", "vast", "velvet", "vivid", "warm", "wary", "weak", "wide", "wild", "windy", "wise", "witty", "wooden", "young"};

constexpr std::array kNouns{"acorn", "anchor", "anvil", "apple", "arrow", "badger", "bakery", "balcony", "barley", "barrel", "basket", "beacon", "bell", "bicycle", "blanket", "bottle", "bridge",
    "bucket", "button", "cabin", "camel", "candle", "canyon", "carpet", "castle", "cellar", "chapel", "cherry", "chimney", "circle", "clock", "cloud", "comet", "compass", "copper", "cottage",
    "cradle", "crane", "curtain", "daisy", "desert", "diamond", "dolphin", "donkey", "drawer", "drum", "eagle", "engine", "falcon", "feather", "fiddle", "flute", "forest", "fountain", "garden",
    "garlic", "ginger", "glacier", "glove", "goblet", "granite", "hammer", "harbor", "harvest", "hazel", "helmet", "heron", "honey", "island", "ivory", "jacket", "jasmine", "jungle", "kettle",
    "kitchen", "ladder", "lagoon", "lantern", "lemon", "lettuce", "library", "lily", "lizard", "magnet", "mantle", "maple", "marble", "market", "meadow", "melon", "mirror", "mitten", "monkey",
    "mountain", "museum", "needle", "nettle", "nutmeg", "oasis", "ocean", "olive", "onion", "orchard", "organ", "otter", "oyster", "paddle", "palace", "panther", "parrot", "pebble", "pencil",
    "pepper", "pigeon", "pillow", "planet", "plough", "pocket", "pond", "poplar", "puzzle", "quarry", "quill", "rabbit", "radish", "raven", "ribbon", "river", "rocket", "saddle", "salmon",
    "sandal", "satchel", "scarf", "shadow", "shelter", "shovel", "signal", "sparrow", "spider", "spoon", "square", "station", "stove", "summit", "swallow", "table", "temple", "thimble", "thunder",
    "ticket", "tiger", "timber", "tower", "tractor", "trumpet", "tulip", "tunnel", "turtle", "valley", "vessel", "village", "violin", "wagon", "walnut", "whale", "whistle", "willow", "window",
    "winter", "wolf", "yarn", "zebra"};

/// @param except words that are not to be among them
template <class Make>
std::vector<std::string> different(std::size_t count, Make&& make, const std::vector<std::string>& except = {})
{
    std::set<std::string> known(except.begin(), except.end());
    std::vector<std::string> all;
    while (all.size() < count)
        if (auto word = make(); known.insert(word).second)
            all.push_back(std::move(word));
    return all;
}

std::string letters(SplitMix64& random, std::size_t count, char first)
{
    std::string word;
    for (std::size_t n = 0; n < count; ++n)
        word += char(first + char(random.below(26)));
    return word;
}

constexpr std::size_t kPairs = kAdjectives.size() * kNouns.size();
constexpr std::size_t kMostPairs = kPairs * 9 / 10;     // as names: the last ones would take long to draw

/// With how many nouns behind an adjective there are so many different compounds.
std::size_t nounsFor(std::size_t compounds)
{
    std::size_t nouns = 1;
    for (auto all = kPairs; all < compounds; all *= kNouns.size())
        ++nouns;
    return nouns;
}

/// "amber-falcon", "amber-falcon-river", …
std::string compound(SplitMix64& random, std::size_t nouns)
{
    std::string more;       // is drawn first: earlier results were made so
    for (std::size_t n = 1; n < nouns; ++n)
        more += std::string("-") + kNouns[random.below(kNouns.size())];
    const std::string adjective = kAdjectives[random.below(kAdjectives.size())];
    return adjective + "-" + kNouns[random.below(kNouns.size())] + more;
}

}  // namespace

std::vector<std::string> needleNames(SplitMix64& random, std::size_t count, const std::vector<std::string>& except)
{
    // Pairs as long as there are enough to draw from: a name of another form among them would give itself away.
    const auto pairs = std::min(count, kMostPairs);
    auto names = different(pairs, [&] { return compound(random, 1); }, except);
    if (const auto more = count - pairs; more > 0) {
        const auto nouns = std::max<std::size_t>(2, nounsFor(4 * more));
        for (auto& name : different(more, [&] { return compound(random, nouns); }))
            names.push_back(std::move(name));
        shuffle(names, random);
    }
    return names;
}

std::string needleNumber(SplitMix64& random) { return std::to_string(random.between(1000000, 9999999)); }

std::string needleUuid(SplitMix64& random)
{
    const auto high = (random.next() & ~std::uint64_t(0xf000)) | 0x4000, low = (random.next() & ~(std::uint64_t(3) << 62)) | (std::uint64_t(2) << 62);
    char text[40];
    std::snprintf(text, sizeof text, "%08x-%04x-%04x-%04x-%012llx", unsigned(high >> 32), unsigned(high >> 16 & 0xffff), unsigned(high & 0xffff), unsigned(low >> 48),
        static_cast<unsigned long long>(low & 0xffffffffffff));
    return text;
}

std::vector<std::string> plainWords(SplitMix64& random, std::size_t count)
{
    std::set<std::string> known;
    for (const auto* word : kAdjectives)
        known.insert(word);
    for (const auto* word : kNouns)
        known.insert(word);
    if (count > known.size() / 2) {
        // Pairs to the last one: earlier results were made with them.
        const auto nouns = nounsFor(count > kPairs ? 4 * count : count);
        return different(count, [&] { return compound(random, nouns); });
    }
    std::vector<std::string> words(known.begin(), known.end());
    for (std::size_t n = 0; n < count; ++n)
        std::swap(words[n], words[n + std::size_t(random.below(words.size() - n))]);
    words.resize(count);
    return words;
}

std::vector<std::string> codedWords(SplitMix64& random, std::size_t count)
{
    return different(count, [&] { return letters(random, 6, 'a'); });
}

std::vector<std::string> variableNames(SplitMix64& random, std::size_t count)
{
    return different(count, [&] { return letters(random, 5, 'A'); });
}

}  // namespace bam::eval

// SPDX-License-Identifier: GPL-3.0-or-later
// The languages of the window. Translations are compiled in; a pseudo-language stretches every text by two fifths and marks it, so that a test finds
// texts that no translator can reach and labels that have no room.
#pragma once

#include <QLocale>
#include <QStringList>
#include <QTranslator>

#include <memory>
#include <vector>

namespace bam::window {

inline constexpr QChar kPseudoBegin = u'\u27E6', kPseudoEnd = u'\u27E7';

/// "⟦Öpēn … ~~~~⟧": letters with marks, two fifths longer, placeholders kept.
QString pseudoText(const QString& text);

class PseudoTranslator : public QTranslator {
    Q_OBJECT
public:
    using QTranslator::QTranslator;
    QString translate(const char* context, const char* text, const char* disambiguation, int count) const override;
    bool isEmpty() const override { return false; }
};

/// Names of the translations that ship, "en" first: {"en", "pt_BR", "zh_CN"}.
QStringList shippedLanguages();
/// A language in its own words: "português (Brasil)".
QString languageTitle(const QString& name);

/// Installed translators; they go when this goes.
class Translations {
public:
    /// @param name of a shipped language, "pseudo", or empty: the best one for the system's locale. An unknown one is English.
    explicit Translations(const QString& name);
    ~Translations();
    Translations(const Translations&) = delete;
    Translations& operator=(const Translations&) = delete;
    const QString& language() const { return m_language; }
private:
    void install(std::unique_ptr<QTranslator> translator);
    QString m_language;
    QLocale m_before;
    std::vector<std::unique_ptr<QTranslator>> m_translators;
};

}  // namespace bam::window

//! Scripts, marks, invisible characters and punctuation, against Unicode's own forms.

use engines::text::{Stemmer, fold, is_function_word, is_stopword, sentences, words};
use proptest::prelude::*;
use unicode_normalization::UnicodeNormalization as _;

#[test]
fn folding_is_nfkc_in_lower_case_for_letters_digits_and_marks() {
    // See PROVENANCE.md: Python's `unicodedata`.
    let table: Vec<(String, String)> = serde_json::from_str(include_str!("../golden/folding.json")).unwrap();
    assert_eq!(table.len(), 94);
    for (text, wanted) in table {
        assert_eq!(fold(&text), wanted, "{text:?}");
    }
}

#[test]
fn stems_of_1200_words_are_those_of_nltk_and_snowball() {
    // See PROVENANCE.md: words on which NLTK's and Snowball's own English stemmer agree.
    let stemmer = Stemmer::default();
    let table: Vec<(&str, &str)> =
        include_str!("../golden/stems_1200.txt").lines().map(|line| line.split_once(' ').unwrap()).collect();
    assert_eq!(table.len(), 1_200);
    let wrong: Vec<_> = table.iter().filter(|(word, stem)| stemmer.stem(word) != *stem).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn punctuation_of_any_script_parts_words_once() {
    for (text, wanted) in [
        ("roof,repair", "roof repair"),
        ("roof - repair", "roof repair"),
        ("roof/repair|cost", "roof repair cost"),
        ("«toit»", "toit"),
        ("¿cuánto cuesta?", "cuánto cuesta"),
        ("屋根、修理。", "屋根 修理"),
        ("سقف؟ سباك،", "سقف سباك"),
        ("छत। मरम्मत", "छत मरम्मत"),
        ("roof…repair", "roof repair"),
        ("roof—repair–cost", "roof repair cost"),
        ("(roof) [repair] {cost}", "roof repair cost"),
        ("roof_repair", "roof repair"),
        ("🏠roof🔧repair🏠", "roof repair"),
        ("👩‍🔧 plumber", "plumber"),
        ("\t roof \r\n repair\u{2003}", "roof repair"),
        ("roof\u{3000}repair", "roof repair"),
        ("\u{0}roof\u{1}repair", "roof repair"),
    ] {
        assert_eq!(fold(text), wanted, "{text:?}");
    }
}

#[test]
fn signs_that_carry_meaning_stay_where_they_do() {
    for (text, wanted) in [
        ("C++", "c++"),
        ("c# course", "c# course"),
        ("# 1", "1"),
        ("+1 call", "1 call"),
        ("3.5 inch", "3.5 inch"),
        (".5 inch", "5 inch"),
        ("3. inch", "3 inch"),
        ("v1.2.3", "v1.2.3"),
        ("1,200", "1 200"),
        ("a.b", "a b"),
        ("AT&T", "at&t"),
        ("$99 roof", "$99 roof"),
        ("€50 £60", "€50 £60"),
        ("100%", "100"),
        ("plumber's", "plumbers"),
        ("plumber’s", "plumbers"),
        ("rock 'n' roll", "rock n roll"),
        ("l'eau", "leau"),
    ] {
        assert_eq!(fold(text), wanted, "{text:?}");
    }
}

#[test]
fn invisible_and_direction_characters_leave_no_trace() {
    let invisible = [
        "\u{200b}", "\u{200c}", "\u{200d}", "\u{200e}", "\u{200f}", "\u{202a}", "\u{202e}", "\u{2060}", "\u{2066}",
        "\u{feff}", "\u{ad}", "\u{61c}",
    ];
    for sign in invisible {
        assert_eq!(fold(&format!("plum{sign}ber {sign}near{sign} me")), "plumber near me", "{sign:?}");
        assert_eq!(fold(sign), "", "{sign:?}");
    }
    assert_eq!(fold(&invisible.concat()), "");
}

#[test]
fn marks_without_a_letter_before_them_are_dropped() {
    assert_eq!(fold("\u{301}roof"), "roof");
    assert_eq!(fold("\u{301}\u{302}"), "");
    assert_eq!(fold("roof \u{301}repair"), "roof repair");
    let zalgo = format!("r{}oof", "\u{301}".repeat(500));
    assert_eq!(fold(&zalgo).chars().filter(|c| c.is_ascii()).collect::<String>(), "oof");
}

#[test]
fn every_assigned_letter_folds_to_something_that_folds_to_itself() {
    let letters = (0..0x3_0000_u32).filter_map(char::from_u32).filter(|c| c.is_alphanumeric());
    // Marks need a letter before them, and the modifier letter apostrophe is dropped like any other.
    let is_letter =
        |c: char| c.is_alphanumeric() && !unicode_normalization::char::is_combining_mark(c) && c != '\u{2bc}';
    let letters = letters.filter(|letter| letter.nfkc().any(is_letter));
    let mut seen = 0;
    for letter in letters {
        let once = fold(&letter.to_string());
        assert!(!once.is_empty(), "{letter:?} {:x} vanishes", letter as u32);
        assert_eq!(fold(&once), once, "{letter:?} {:x}", letter as u32);
        seen += 1;
    }
    assert!(seen > 80_000, "{seen}");
}

#[test]
fn texts_of_a_megabyte_are_folded_whole() {
    for (part, folded) in [("Roof ", "roof"), ("é", "é"), ("屋根 ", "屋根"), ("e\u{301} ", "é")] {
        let text = part.repeat(200_000);
        let output = fold(&text);
        assert!(output.starts_with(folded) && output.ends_with(folded), "{part:?}");
        assert_eq!(words(&output).count(), if part.ends_with(' ') { 200_000 } else { 1 });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_unicode_form_of_a_text_folds_alike(text in "[\\p{L}\\p{M}\\p{N} ]{0,24}") {
        let folded = fold(&text);
        prop_assert_eq!(&fold(&text.nfc().collect::<String>()), &folded);
        prop_assert_eq!(&fold(&text.nfd().collect::<String>()), &folded);
        prop_assert_eq!(&fold(&text.nfkc().collect::<String>()), &folded);
        prop_assert_eq!(&fold(&text.nfkd().collect::<String>()), &folded);
    }

    #[test]
    fn folded_text_has_single_spaces_no_capitals_and_nothing_invisible(text in any::<String>()) {
        let folded = fold(&text);
        prop_assert!(!folded.contains("  ") && folded.trim() == folded);
        prop_assert!(folded.chars().all(|c| !c.is_ascii_uppercase() && !c.is_control() && (c == ' ' || !c.is_whitespace())), "{folded:?}");
        prop_assert_eq!(words(&folded).collect::<Vec<_>>().join(" "), folded);
    }

    #[test]
    fn case_of_ascii_letters_does_not_matter(text in "[ -~]{0,30}") {
        prop_assert_eq!(fold(&text.to_uppercase()), fold(&text.to_lowercase()));
    }

    #[test]
    fn stems_are_short_beginnings_that_keep_the_first_letters(word in "[a-z]{4,20}") {
        let stem = Stemmer::default().stem(&word);
        // Porter2 may change an ending, such as y to i, or add an e: never the first two letters.
        prop_assert!(stem.len() <= word.len() + 1 && !stem.is_empty());
        prop_assert!(stem.starts_with(&word[..1]), "{word} {stem}");
    }
}

#[test]
fn sentences_of_every_script_end_at_their_marks() {
    for (text, count) in [
        ("Is it? Yes! It is.", 3),
        ("¿Cuánto? Mucho.", 2),
        ("屋根です。修理します！いくら？", 3),
        ("屋根です。", 1),
        ("Call Mr. Smith. He answers.", 2),
        ("Call Dr. J. Smith vs. Acme Inc. today", 1),
        ("It costs approx. $5. Call.", 2),
        ("See no. 5. Then go.", 2),
        ("v1.2 is out. Get it", 2),
        ("Visit acme.example today.", 1),
        ("Wait... what?", 1),
        ("One\n\nTwo\r\nThree", 3),
        ("\"Stop!\" he said.", 1),
        ("a. b. c.", 1),
        ("🏠. Roofs.", 1),
        ("U.S. roofs last.", 1),
    ] {
        assert_eq!(sentences(text).len(), count, "{text:?}: {:?}", sentences(text));
    }
}

#[test]
fn long_texts_without_an_end_are_one_sentence() {
    assert_eq!(sentences(&"word ".repeat(100_000)).len(), 1);
    assert_eq!(sentences(&"Word. ".repeat(10_000)).len(), 10_000);
    assert_eq!(sentences(&"\n".repeat(10_000)).len(), 0);
    assert_eq!(sentences(&".".repeat(10_000)).len(), 0);
}

#[test]
fn function_words_are_stop_words_and_meaning_words_are_neither() {
    for word in ["a", "an", "the", "in", "of", "at", "on", "to", "and", "is", "are", "do", "does", "my", "your", "our"]
    {
        assert!(is_function_word(word) && is_stopword(word), "{word}");
    }
    for word in ["not", "without", "for", "how", "why", "versus"] {
        assert!(!is_function_word(word), "{word} changes what is meant");
    }
    for word in ["roof", "plumber", "cost", "best", "cheap", "", "The", "zzz", "屋根"] {
        assert!(!is_function_word(word) && !is_stopword(word), "{word:?}");
    }
    for word in ["about", "above", "yourselves", "yourself", "yours", "within", "a", "can", "cannot"] {
        assert!(is_stopword(word), "{word}: the list is searched in order");
    }
}

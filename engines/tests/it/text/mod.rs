//! Folding and words.

mod scripts;
mod vectors;

use engines::text::{Stemmer, fold, is_stopword, words};
use proptest::prelude::*;
use unicode_normalization::UnicodeNormalization as _;

#[test]
fn folds_case_width_marks_and_spaces() {
    assert_eq!(fold("  Plumber's   NEAR\u{a0}me! "), "plumbers near me");
    assert_eq!(fold("ＰＬＵＭＢＥＲ　１２"), "plumber 12");
    assert_eq!(fold("cafe\u{301}"), fold("café"));
    assert_eq!(fold("c++ c# 3.5 a.b 24/7"), "c++ c# 3.5 a b 24 7");
    assert_eq!(fold("…!?"), "");
}

#[test]
fn folds_scripts_without_losing_their_marks() {
    assert_eq!(fold("سباك في دبي"), "سباك في دبي");
    assert_eq!(fold("\u{202e}plumber\u{202c}"), "plumber");
    assert_eq!(fold("हिन्दी"), "हिन्दी");
    assert_eq!(words(&fold("配管工 東京")).collect::<Vec<_>>(), ["配管工", "東京"]);
}

#[test]
fn stems_plain_words_and_leaves_others() {
    let stemmer = Stemmer::default();
    assert_eq!(stemmer.stem("plumbers"), stemmer.stem("plumber"));
    assert_eq!(stemmer.stem("3d"), "3d");
    assert_eq!(stemmer.stem("日本"), "日本");
}

#[test]
fn stopwords_are_found() {
    assert!(is_stopword("the") && is_stopword("yourself") && is_stopword("about"));
    assert!(!is_stopword("plumber"));
}

proptest! {
    #[test]
    fn folding_twice_changes_nothing(text in any::<String>()) {
        let once = fold(&text);
        prop_assert_eq!(fold(&once), once);
    }

    #[test]
    fn ascii_folds_as_it_does_before_other_letters(text in "[a-cA-C0-2 .,'+#&$!\t-]{0,16}") {
        let folded = format!("{} é", fold(&text));
        prop_assert_eq!(fold(&format!("{text} é")), folded.trim_start());
    }

    #[test]
    fn letters_and_their_marks_fold_alike_together_and_apart(text in "[a-cI' .éÅＰ가ﬁİ\u{301}\u{323}]{0,12}") {
        prop_assert_eq!(fold(&text.nfd().collect::<String>()), fold(&text));
        let apart: Vec<String> = text.split(' ').map(fold).filter(|word| !word.is_empty()).collect();
        prop_assert_eq!(fold(&text), apart.join(" "));
    }
}

#[test]
fn stems_agree_with_snowball() {
    let stemmer = Stemmer::default();
    for line in include_str!("../golden/stems.csv").lines().skip(1) {
        let (word, stem) = line.split_once(',').unwrap();
        let wanted = if word.len() > 3 { stem } else { word };
        assert_eq!(stemmer.stem(word), wanted, "{word}");
    }
}

#[test]
fn words_of_odd_length_and_letters_are_left_as_they_are() {
    let stemmer = Stemmer::default();
    let long = "a".repeat(65);
    for word in ["", "a", "ing", "ies", "Running", "naïvely", "42nd", "c++", long.as_str()] {
        assert_eq!(stemmer.stem(word), word);
    }
}

#[test]
fn sentences_end_where_readers_end_them() {
    for (text, wanted) in [
        ("", &[][..]),
        (" \n . ! ", &[][..]),
        ("One. Two! Three?", &["One.", "Two!", "Three?"][..]),
        ("Dr. Who lives at St. James.", &["Dr. Who lives at St. James."][..]),
        ("It costs 3.50 dollars. Call now", &["It costs 3.50 dollars.", "Call now"][..]),
        ("e.g. this one", &["e.g. this one"][..]),
        ("no end", &["no end"][..]),
        ("line one\nline two", &["line one", "line two"][..]),
        ("日本語です。次です！", &["日本語です。", "次です！"][..]),
    ] {
        assert_eq!(engines::text::sentences(text), wanted, "{text:?}");
    }
}

proptest! {
    #[test]
    fn sentences_are_parts_of_the_text_in_order(text in "[A-Ca-c .!?\n。]{0,40}") {
        let mut rest = text.as_str();
        for sentence in engines::text::sentences(&text) {
            let at = rest.find(sentence);
            prop_assert!(at.is_some() && !sentence.is_empty() && sentence.trim() == sentence);
            rest = &rest[at.unwrap() + sentence.len()..];
        }
        prop_assert!(!rest.chars().any(char::is_alphanumeric), "nothing is left out: {rest:?}");
    }
}

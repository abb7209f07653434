//! Folding and words.

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
    fn letters_and_their_marks_fold_alike_together_and_apart(text in "[a-cI' .éÅＰ가ﬁİ\u{301}\u{323}]{0,12}") {
        prop_assert_eq!(fold(&text.nfd().collect::<String>()), fold(&text));
        let apart: Vec<String> = text.split(' ').map(fold).filter(|word| !word.is_empty()).collect();
        prop_assert_eq!(fold(&text), apart.join(" "));
    }
}

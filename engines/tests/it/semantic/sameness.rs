//! Likeness of sentences: order, invariance and scripts.

use engines::semantic::lexical_similarity;
use proptest::prelude::*;

#[test]
fn paraphrase_is_closer_than_the_same_subject_and_that_than_a_stranger() {
    for (text, paraphrase, related, stranger) in [
        (
            "The plumber repaired the pipe",
            "The pipe was repaired by the plumber",
            "The plumber came by car",
            "Stocks fell in Tokyo",
        ),
        (
            "How much does a new roof cost",
            "What is the cost of a new roof",
            "A new roof lasts long",
            "He plays the violin",
        ),
        ("A man is cutting an onion", "A man cuts an onion", "A man is eating an onion", "Rain is expected on Monday"),
        (
            "Emergency plumber in Austin",
            "Austin emergency plumbers",
            "Plumbing school in Austin",
            "Gardening tips for spring",
        ),
        (
            "The children play in the garden",
            "Kids are playing in the garden",
            "The garden is large",
            "The bank raised its rates",
        ),
        ("屋根の修理 費用", "費用 屋根の修理", "屋根の修理 時間", "東京の天気"),
        ("سباك في دبي", "سباك دبي", "سباك في القاهرة", "طقس اليوم جميل"),
    ] {
        let score = |other: &str| lexical_similarity(text, other);
        assert!(score(paraphrase) > score(related), "{text}: {} {}", score(paraphrase), score(related));
        assert!(score(related) > score(stranger), "{text}: {} {}", score(related), score(stranger));
    }
}

#[test]
fn number_that_differs_makes_texts_less_alike_than_a_word_that_means_the_same() {
    let base = "A leak repair costs 300 dollars";
    assert!(
        lexical_similarity(base, "A leak repair costs 300 dollars today")
            > lexical_similarity(base, "A leak repair costs 400 dollars")
    );
    assert!(lexical_similarity("Room 12", "Room 12") > lexical_similarity("Room 12", "Room 13"));
}

#[test]
fn texts_without_words_are_like_nothing() {
    for nothing in ["", " ", "...", "🏠", "\u{200b}"] {
        assert_eq!(lexical_similarity(nothing, "roof repair"), 0.0, "{nothing:?}");
        assert_eq!(lexical_similarity(nothing, nothing), 0.0, "{nothing:?}");
    }
}

#[test]
fn misspelt_word_stays_near_its_right_spelling() {
    for (right, wrong) in [
        ("electrician", "electrican"),
        ("emergency", "emergancy"),
        ("plumbing", "plummbing"),
        ("installation", "instalation"),
    ] {
        let (near, far) = (lexical_similarity(right, wrong), lexical_similarity(right, "cucumber"));
        assert!(near > 0.4 && far < 0.2, "{right} {wrong}: {near} {far}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn order_of_words_case_and_punctuation_do_not_matter_to_the_aligned_words(words in prop::collection::vec("[a-z]{3,8}", 2..9)) {
        let text = words.join(" ");
        let shouted = format!("{}!", words.join(", ").to_uppercase());
        prop_assert!((lexical_similarity(&text, &shouted) - 1.0).abs() < 1e-9);
        let mut turned = words.clone();
        turned.reverse();
        prop_assert!(lexical_similarity(&text, &turned.join(" ")) > 0.6);
    }

    #[test]
    fn words_added_to_one_side_never_make_texts_the_same(words in prop::collection::vec("[a-z]{4,8}", 2..7), more in "(xylophone|quasar|zeppelin)") {
        let text = words.join(" ");
        let longer = format!("{text} {more}");
        let score = lexical_similarity(&text, &longer);
        prop_assert!(score < 1.0 && score > 0.3, "{score}");
    }
}

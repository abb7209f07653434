//! Queries about the subject of a page.

use documents::{common_words, is_question, search_terms};

#[test]
fn questions_begin_with_a_question_word_or_end_with_its_mark() {
    for query in ["how much is a roof repair", "Is a permit needed", "roof repair cost?", "  WHAT causes leaks"] {
        assert!(is_question(query), "{query}");
    }
    for query in ["roof repair tulsa", "howard roofing", "", "?!roof"] {
        assert!(!is_question(query), "{query}");
    }
}

#[test]
fn queries_share_the_subject_in_any_form() {
    let common = |query: &str| common_words("roof repair tulsa", "Tulsa, OK", query);
    assert_eq!(common("how much does repairing a roof cost"), 2);
    assert_eq!(common("Emergency Roof Repairs, Tulsa"), 3, "the place counts on top");
    for query in [
        "roof repair tulsa",
        "Tulsa roof repair",
        "Roof Repairs near me, Tulsa",
        "tulsa roof paint",
        "plumber tulsa ok",
        "",
        "the of and",
    ] {
        assert_eq!(common(query), 0, "{query}");
    }
    assert_eq!(
        common_words("roof repair tulsa", "", "tulsa roof replacement"),
        2,
        "a place that is not known is a word"
    );
    assert_eq!(common_words("roofing", "", "roofing cost"), 1);
    assert_eq!(common_words("roofing", "", "roofing"), 0);
    assert_eq!(common_words("roofing", "", "what is roofing"), 1, "the same words as a question");
    assert_eq!(common_words("tulsa", "Tulsa, OK", "tulsa weather"), 1, "a page about nothing but the place");
    assert_eq!((common_words("", "", "roofing"), common_words("the", "", "the")), (0, 0));
}

#[test]
fn search_terms_are_parts_of_the_words() {
    assert_eq!(search_terms("emergency company repairs in tulsa")[0], "compan");
    let terms = search_terms("Emergency roofing companies of Tulsa");
    assert_eq!(terms.len(), 3, "{terms:?}");
    assert!(terms.iter().all(|term| "emergency roofing companies of tulsa".contains(term.as_str())), "{terms:?}");
    assert!(search_terms("").is_empty() && search_terms("of the").is_empty());
}

//! Queries about the subject of a page.

use documents::{is_about, is_question, search_terms};

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
    let topic = "roof repair tulsa";
    for query in ["how much does repairing a roof cost", "tulsa roof replacement", "Roof Repairs near me, Tulsa"] {
        assert!(is_about(topic, query), "{query}");
    }
    for query in ["roof repair tulsa", "Tulsa roof repair", "roof paint", "plumber tulsa", "", "the of and"] {
        assert!(!is_about(topic, query), "{query}");
    }
    assert!(is_about("roofing", "roofing cost") && !is_about("roofing", "roofing"));
    assert!(is_about("roofing", "what is roofing"), "the same words as a question");
    assert!(!is_about("", "roofing") && !is_about("the", "the"));
}

#[test]
fn search_terms_are_parts_of_the_words() {
    assert_eq!(search_terms("emergency company repairs in tulsa")[0], "compan");
    let terms = search_terms("Emergency roofing companies of Tulsa");
    assert_eq!(terms.len(), 3, "{terms:?}");
    assert!(terms.iter().all(|term| "emergency roofing companies of tulsa".contains(term.as_str())), "{terms:?}");
    assert!(search_terms("").is_empty() && search_terms("of the").is_empty());
}

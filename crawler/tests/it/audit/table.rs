//! The table of issues.

use std::collections::BTreeSet;

use crawler::audit::{ISSUES, Issue};

#[test]
fn keys_are_unique_and_find_their_issue() {
    let keys: BTreeSet<&str> = ISSUES.iter().map(|definition| definition.key).collect();
    assert_eq!(keys.len(), ISSUES.len());
    for definition in ISSUES {
        assert_eq!(Issue::from_key(definition.key), Some(definition.issue));
        assert_eq!(definition.issue.definition().key, definition.key);
        assert_eq!(serde_json::to_value(definition.issue).expect("JSON"), definition.key);
    }
    assert_eq!(Issue::from_key("none"), None);
}

#[test]
fn texts_are_sentences_without_line_breaks() {
    for definition in ISSUES {
        for text in [definition.why, definition.fix] {
            assert!(text.ends_with('.') && !text.contains('\n') && text.len() < 200, "{}: {text}", definition.key);
        }
        assert!(!definition.title.ends_with('.') && definition.title.len() < 70, "{}", definition.key);
    }
}

#[test]
fn issues_of_scripts_depend_on_rendering() {
    let depending = ISSUES.iter().filter(|definition| definition.issue.depends_on_rendering());
    assert_eq!(depending.count(), 11);
    for issue in [Issue::ScriptTitle, Issue::ScriptLinks, Issue::ResourcesBlocked, Issue::ScriptRequired] {
        assert!(issue.depends_on_rendering(), "{issue:?}");
    }
    assert!(!Issue::Noindex.depends_on_rendering());
}

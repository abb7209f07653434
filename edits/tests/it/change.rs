//! Changes as JSON.

use edits::Change;
use serde_json::json;

#[test]
fn change_in_json_has_its_kind_and_camel_case_fields() {
    let change = Change::SetTitle { path: "/a".to_owned(), title: "B".to_owned() };
    let written = serde_json::to_value(&change).unwrap();
    assert_eq!(written, json!({"kind": "set_title", "path": "/a", "title": "B"}));
    assert_eq!(serde_json::from_value::<Change>(written).unwrap(), change);
}

#[test]
fn redirect_without_permanent_is_permanent() {
    let change: Change = serde_json::from_value(json!({"kind": "add_redirect", "from": "/a", "to": "/b"})).unwrap();
    assert_eq!(change, Change::AddRedirect { from: "/a".to_owned(), to: "/b".to_owned(), permanent: true });
    assert!(!change.is_on_page());
    assert_eq!((change.path(), change.kind()), ("/a", "add_redirect"));
}

#[test]
fn change_with_an_unknown_field_is_refused() {
    let read =
        serde_json::from_value::<Change>(json!({"kind": "set_title", "path": "/a", "title": "B", "force": true}));
    assert!(read.unwrap_err().to_string().contains("force"));
}

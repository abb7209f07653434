//! Results of engines compared with one another, and as tables.

use serde_json::{Value, json};
use shared::results::{Change, Comparison, compare, table, tables};

fn rows(rows: Value) -> Value {
    json!({"rows": rows})
}

fn change_of<'a>(comparison: &'a Comparison, field: &str) -> &'a Change {
    comparison.changed.iter().find(|change| change.field == field).unwrap_or_else(|| panic!("{field} changed"))
}

fn keys(items: &[shared::results::Item]) -> Vec<&str> {
    items.iter().map(|item| item.key.as_str()).collect()
}

#[test]
fn compare_of_a_result_with_itself_finds_nothing() {
    for result in [
        json!(null),
        json!([]),
        json!({}),
        json!({"a": 1, "b": "x", "c": {"d": true}}),
        rows(json!([{"query": "a", "clicks": 1}, {"query": "a", "clicks": 1}, {"clicks": 0.1}, 5, null])),
        json!({"one": {"two": {"three": {"four": {"five": 5}}}}}),
    ] {
        let found = compare(&result, &result);
        assert!(found.appeared.is_empty() && found.vanished.is_empty() && found.changed.is_empty(), "{result}");
    }
}

#[test]
fn compare_is_the_mirror_image_when_turned_around() {
    let before = json!({"n": 4, "rows": [{"id": 1, "v": 2.0}, {"id": 2, "v": 3.0}]});
    let after = json!({"n": 5, "rows": [{"id": 2, "v": 1.5}, {"id": 3, "v": 9.0}]});
    let (there, back) = (compare(&before, &after), compare(&after, &before));
    assert_eq!((keys(&there.appeared), keys(&there.vanished)), (vec!["3"], vec!["1"]));
    assert_eq!((keys(&back.appeared), keys(&back.vanished)), (vec!["1"], vec!["3"]));
    for field in ["n", "v"] {
        let (one, other) = (change_of(&there, field), change_of(&back, field));
        assert_eq!((&one.before, &one.after), (&other.after, &other.before), "{field}");
        assert_eq!(one.difference, other.difference.map(|n| -n), "{field}");
    }
}

#[test]
fn figures_differ_beyond_rounding_only() {
    let changed = |a: f64, b: f64| !compare(&json!({"x": a}), &json!({"x": b})).changed.is_empty();
    assert!(!changed(0.1 + 0.2, 0.3));
    assert!(!changed(1e12, 1e12 + 1.0), "one part in a million millions");
    assert!(changed(1e6, 1e6 + 1.0));
    assert!(changed(0.0, 1e-300), "anything is more than nothing");
    assert!(!changed(0.0, -0.0));
    assert!(changed(1.0, -1.0));
}

#[test]
fn share_is_relative_to_the_size_of_before_and_missing_for_zero() {
    let change = |a: Value, b: Value| compare(&json!({"x": a}), &json!({"x": b})).changed.remove(0);
    let grown = change(json!(4), json!(5));
    assert_eq!((grown.difference, grown.share), (Some(1.0), Some(0.25)));
    let risen = change(json!(-4), json!(-2));
    assert_eq!((risen.difference, risen.share), (Some(2.0), Some(0.5)), "a loss that shrank");
    assert_eq!(change(json!(0), json!(3)).share, None);
    let word = change(json!("low"), json!("high"));
    assert_eq!((word.difference, word.share), (None, None));
    let typed = change(json!(1), json!("1"));
    assert_eq!((typed.before, typed.after, typed.difference), (json!(1), json!("1"), None));
    let gone = compare(&json!({"x": 1}), &json!({})).changed.remove(0);
    assert_eq!((gone.before, gone.after), (json!(1), Value::Null));
}

#[test]
fn changes_are_ordered_by_the_size_of_their_share() {
    let before = json!({"a": 100, "b": 100, "c": 0, "d": 100});
    let after = json!({"a": 101, "b": 10, "c": 1, "d": 150});
    let fields: Vec<String> = compare(&before, &after).changed.into_iter().map(|change| change.field).collect();
    assert_eq!(fields, ["c", "b", "d", "a"], "from nothing first, then by share");
}

#[test]
fn rows_are_the_same_when_all_that_identifies_them_is() {
    let before = rows(json!([{"query": "a", "page": "/1", "v": 1}, {"query": "a", "page": "/2", "v": 1}]));
    let after = rows(json!([{"query": "a", "page": "/2", "v": 2}, {"query": "a", "page": "/3", "v": 1}]));
    let found = compare(&before, &after);
    assert_eq!((keys(&found.appeared), keys(&found.vanished)), (vec!["a · /3"], vec!["a · /1"]));
    assert_eq!(found.changed.iter().map(|one| one.key.as_str()).collect::<Vec<_>>(), ["a · /2"]);
    let titled = |v: i32| rows(json!([{"title": "One", "v": v}, {"title": "Two", "v": 5}]));
    let found = compare(&titled(1), &titled(2));
    assert_eq!((found.changed[0].key.as_str(), found.unchanged), ("One", 1), "a title will do");
    let nameless = |v: f64| rows(json!([{"v": 0.5}, {"v": v}]));
    let found = compare(&nameless(1.5), &nameless(2.5));
    assert_eq!(found.changed[0].key, "#2", "else its place");
}

#[test]
fn a_table_that_only_one_result_has_appears_as_a_whole() {
    let found = compare(&json!({}), &rows(json!([{"id": "x"}, {"id": "y"}])));
    assert_eq!(keys(&found.appeared), ["x", "y"]);
    assert!(found.appeared.iter().all(|item| item.table == "rows"));
    assert_eq!(found.appeared[0].row, json!({"id": "x"}));
}

#[test]
fn tables_are_named_by_their_place_down_to_a_bound() {
    let result = json!({
        "top": [{"a": 1}],
        "one": {"two": {"three": [{"b": 1}], "four": {"five": {"six": [{"too deep": 1}]}}}},
        "numbers": [1, 2],
        "empty": [],
        "mixed": [1, {"c": 1}],
    });
    assert_eq!(tables(&result).keys().collect::<Vec<_>>(), ["mixed", "one.two.three", "top"]);
    assert_eq!(tables(&json!([{"a": 1}])).keys().collect::<Vec<_>>(), [""], "the result itself");
    assert!(tables(&json!("text")).is_empty());
}

#[test]
fn table_without_lists_shows_the_figures() {
    let result = json!({"clicks": 5, "range": {"lo": 1.5, "hi": null}, "done": true, "list": [1, 2]});
    let figures = table(&result, None).expect("figures");
    assert_eq!(figures.columns, ["figure", "value"]);
    assert_eq!(
        figures.rows,
        [[json!("clicks"), json!(5)], [json!("done"), json!(true)], [json!("range.lo"), json!(1.5)],]
    );
    assert!(table(&result, Some("clicks")).is_none(), "a figure is no table");
    assert!(table(&json!(null), None).expect("an empty table").rows.is_empty());
}

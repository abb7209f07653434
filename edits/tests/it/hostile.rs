//! Hostile pages and changes.

use std::cell::Cell;

use edits::{ApplyError, Change, MOST_BYTES};
use serde_json::{Value, json};

use crate::world::{
    PAGE, apply, data, description, heading, link, never, organization, redirect, text, title, try_apply,
};

fn all() -> Vec<Change> {
    vec![title("A"), description("B"), heading("C"), link("plumber", "/t"), organization("D")]
}

#[test]
fn page_over_the_limit_is_refused() {
    let page = vec![b'x'; MOST_BYTES + 1];
    assert_eq!(try_apply(&page, &[title("A")]).unwrap_err(), ApplyError::TooLarge { most: MOST_BYTES });
    assert!(edits::facts(&page, &never).is_err());
    assert!(edits::check(&page, &title("A"), &never).is_err());
}

#[test]
fn largest_pages_are_changed() {
    for (start, unit) in
        [("<p>", "plumbe "), ("<p>", "&amp;"), ("<p>", "<b>x</b>"), ("", "<p>y</p>"), ("<!--", "x"), ("<p>", "<!")]
    {
        let mut page = format!("<title>x</title>{start}");
        page.push_str(&unit.repeat((MOST_BYTES - page.len()) / unit.len()));
        let applied = try_apply(page.as_bytes(), &[title("A"), link("plumber", "/t")]).unwrap();
        assert!(text(&applied.html) == page.replacen('x', "A", 1), "{unit}");
    }
}

#[test]
fn deep_pages_are_changed_or_refused() {
    let deep = format!("<title>x</title>{}", "<div>".repeat(50_000));
    assert_eq!(text(&try_apply(deep.as_bytes(), &[title("A")]).unwrap().html), deep.replacen('x', "A", 1));
    let deepest = "<b>".repeat(MOST_BYTES / 3);
    assert_eq!(try_apply(deepest.as_bytes(), &[title("A")]).unwrap_err(), ApplyError::TooDeep);
    // Each end tag would search all open elements.
    let slow = format!("{}{}", "<b>".repeat(400_000), "</i>".repeat(900_000));
    assert_eq!(try_apply(slow.as_bytes(), &[title("A")]).unwrap_err(), ApplyError::TooDeep);
}

#[test]
fn ambiguous_markup_is_refused() {
    let page = "<select><xmp><script>\"use strict\";</script></select><title>x</title>";
    let problem = try_apply(page.as_bytes(), &[title("A")]).unwrap_err();
    assert_eq!(
        problem.to_string(),
        "the markup of the page is ambiguous: browsers may or may not ignore <xmp> where it is"
    );
}

/// Pages that end or nest wrongly.
const BROKEN: &[&str] = &[
    "<",
    "</",
    "<!",
    "<!-",
    "<!--",
    "<!-->",
    "<?",
    "<?xml",
    "<a",
    "<a href",
    "<a href=",
    "<a href=\"",
    "</p",
    "<p <p>",
    "<p/>",
    "<svg><p>plumber",
    "<svg><title>",
    "<math><annotation-xml encoding=text/html><p>plumber",
    "</title>",
    "</head>",
    "</body></html><p>plumber",
    "<head></head><head></head>",
    "<script>",
    "<style><p>plumber",
    "<textarea>",
    "<plaintext><p>plumber",
    "<frameset><frame>",
    "<table><p>plumber<td>",
    "<p>&",
    "<p>&#",
    "<p>&#x",
    "<p>&#xffffffffff;",
    "<p>&#0;&#128;&am",
    "\0\u{1}x<p>plumber",
    "<![CDATA[<p>plumber]]>",
    "<p><![CDATA[ plumber ]]>",
    "<h1",
    "<h1><h1>",
    "<meta name=description",
    "<meta name=description content",
    "<meta name=description content=",
    "<title>x</title",
    "<a><a><p>plumber</a></a>",
    "<p></p></p></p>plumber",
    "<b><p>plumber</b></p>",
    "<p><b><i>plumber</b></i>",
    "<select><option><p>plumber",
    "<template><template></template><p>plumber",
    "<noscript><p>plumber</noscript>",
    "<li><li><p><li>plumber",
    "<p><a href=/t>plumber",
    "<body><head><title>x</title>",
    "<x:y><p>plumber</x:y>",
];

#[test]
fn broken_markup_is_changed_without_a_panic() {
    for page in BROKEN {
        for change in all() {
            match try_apply(page.as_bytes(), std::slice::from_ref(&change)) {
                Ok(once) => {
                    let twice = try_apply(&once.html, std::slice::from_ref(&change));
                    let twice = twice.unwrap_or_else(|problem| panic!("{page} {change:?}: {problem}"));
                    assert_eq!(text(&twice.html), text(&once.html), "{page}");
                }
                Err(problem) => {
                    let is_expected = matches!(problem, ApplyError::Unclosed { .. } | ApplyError::Encoding { .. });
                    assert!(is_expected, "{page}: {problem}");
                }
            }
        }
    }
}

#[test]
fn cancelled_work_stops() {
    for after in [0, 1, 5, 20] {
        let calls = Cell::new(0);
        let cancelled = || {
            calls.set(calls.get() + 1);
            calls.get() > after
        };
        assert_eq!(edits::apply(PAGE.as_bytes(), &[&title("A")], &cancelled), Err(ApplyError::Cancelled));
    }
    let link = link("plumber", "/t");
    assert_eq!(edits::check(PAGE.as_bytes(), &link, &|| true), Err(ApplyError::Cancelled));
    assert_eq!(edits::facts(PAGE.as_bytes(), &|| true), Err(ApplyError::Cancelled));
}

#[test]
fn invalid_changes_name_their_field() {
    let long = "x".repeat(2_001);
    let deep = (0..60).fold(json!(1), |inner, _| json!([inner]));
    let with = |more: Value| {
        let mut json = json!({"@context": "https://schema.org", "@type": "Thing"});
        json["more"] = more;
        data(json)
    };
    let at = |path: &str| Change::SetTitle { path: path.to_owned(), title: "A".to_owned() };
    for (change, field) in [
        (title(""), "title"),
        (title(" \u{a0} "), "title"),
        (title("a\nb"), "title"),
        (title("a\0b"), "title"),
        (title("a\u{202e}b"), "title"),
        (title("a\u{fffe}b"), "title"),
        (title(&long), "title"),
        (description("\u{1b}[0m"), "description"),
        (description(&long), "description"),
        (heading("\r"), "heading"),
        (link("", "/t"), "anchor"),
        (link("...", "/t"), "anchor"),
        (link(&long, "/t"), "anchor"),
        (link("a", &format!("/{long}")), "target"),
        (at(""), "path"),
        (at("a"), "path"),
        (at("//a"), "path"),
        (at("/a?b"), "path"),
        (at("/a#b"), "path"),
        (at("/a b"), "path"),
        (at("/a\\b"), "path"),
        (at("/%5c"), "path"),
        (at("/%00"), "path"),
        (at("/%ff"), "path"),
        (at("/a/../b"), "path"),
        (at("/%2e%2E/b"), "path"),
        (data(json!([])), "json"),
        (data(json!("x")), "json"),
        (data(json!({})), "json"),
        (data(json!({"@context": "https://schema.org"})), "json"),
        (data(json!({"@type": "Thing"})), "json"),
        (data(json!({"@context": "", "@type": "Thing"})), "json"),
        (data(json!({"@context": "https://schema.org", "@type": 1})), "json"),
        (data(json!({"@context": "https://schema.org", "@graph": []})), "json"),
        (with(json!("x".repeat(70_000))), "json"),
        (with(deep), "json"),
    ] {
        assert_invalid(&change, field);
    }
    data(json!({"@context": ["https://schema.org"], "@graph": [{"@type": "Thing"}]})).validate().unwrap();
}

#[test]
fn invalid_redirects_name_their_field() {
    for (change, field) in [
        (redirect("a", "/b"), "from"),
        (redirect("/a*", "/b"), "from"),
        (redirect("/a?b", "/b"), "from"),
        (redirect("/:a", "/b"), "from"),
        (redirect("/a%24", "/b"), "from"),
        (redirect("/a%22", "/b"), "from"),
        (redirect("/a", "/a"), "to"),
        (redirect("/a", "b"), "to"),
        (redirect("/a", "/:b"), "to"),
        (redirect("/a", "/$b"), "to"),
        (redirect("/a", "javascript:x"), "to"),
        (redirect("/a", "/b 301\n/c"), "to"),
    ] {
        assert_invalid(&change, field);
    }
    redirect("/a%20b/ü.html", "https://b.example/?x=%24#y").validate().unwrap();
}

fn assert_invalid(change: &Change, field: &str) {
    let problem = change.validate().unwrap_err();
    assert_eq!(problem.field, field, "{change:?}: {problem}");
    let refused = try_apply(b"", std::slice::from_ref(change));
    assert!(matches!(refused, Err(ApplyError::Change(found)) if found == problem));
}

#[test]
fn list_of_changes_is_checked_as_a_whole() {
    let problem = |changes: &[Change]| edits::validate(changes).unwrap_err().to_string();
    assert_eq!(problem(&[]), "changes[0].kind must be one of 1 to 200 changes");
    assert_eq!(problem(&[title("A"), title("")]), "changes[1].title must have 1 to 300 characters");
    assert_eq!(problem(&[title("A"), title("B")]), "changes[1].path has an earlier change of this kind");
    assert_eq!(
        problem(&[link("A b", "/c"), link("a  B", "/d")]),
        "changes[1].anchor is linked by an earlier change of the same page"
    );
    assert_eq!(
        problem(&[redirect("/a", "/b"), redirect("/a", "/c")]),
        "changes[1].from is redirected by an earlier change"
    );
    edits::validate(&[title("A"), description("B"), link("a", "/c"), link("b", "/c"), redirect("/", "/b")]).unwrap();
    assert!(edits::validate(&vec![title("A"); 201]).is_err());
}

#[test]
fn undo_with_the_previous_bytes_leads_to_the_same_page_again() {
    let once = apply(PAGE.as_bytes(), &all()).html;
    let restored = PAGE.as_bytes().to_vec();
    assert_eq!(apply(&restored, &all()).html, once);
}

//! Canonical addresses, language versions, alternative texts, replaced links, and what removes and undoes changes.

use edits::{
    Change, Reverse,
    redirects::{Form, Redirect, remove, write},
};

use crate::world::{
    PAGE, applied, apply, data, description, facts, heading, impossible, link, never, organization, redirect, shape,
    text, title,
};

fn canonical(address: &str) -> Change {
    Change::SetCanonical { path: "/".to_owned(), address: address.to_owned() }
}

fn alternate(language: &str, address: &str) -> Change {
    Change::SetAlternate { path: "/".to_owned(), language: language.to_owned(), address: address.to_owned() }
}

fn alternative(image: &str, text: &str) -> Change {
    Change::SetAlternativeText { path: "/".to_owned(), image: image.to_owned(), text: text.to_owned() }
}

fn replaced(from: &str, to: &str) -> Change {
    Change::ReplaceLink { path: "/".to_owned(), from: from.to_owned(), to: to.to_owned() }
}

fn removed(change: Change) -> Change {
    Change::Remove { change: Box::new(change) }
}

#[test]
fn canonical_address_is_replaced_in_its_quotes_or_added() {
    let page = applied(PAGE, canonical("https://a.example/?a=1&b=2"));
    assert_eq!(page, PAGE.replace("href=\"/plumber/\"", "href=\"https://a.example/?a=1&amp;b=2\""));
    let without = PAGE.replace("  <link rel=\"canonical\" href=\"/plumber/\">\n", "");
    let page = applied(&without, canonical("/x"));
    assert!(page.contains("\n  <link rel=\"canonical\" href=\"/x\">\n</head>"), "{page}");
    assert_eq!(facts(&page).canonical.as_deref(), Some("/x"));
    // Search engines ignore one of the body.
    let body = "<head><title>A</title></head><body><link rel=canonical href=/body><p>x";
    assert!(applied(body, canonical("/x")).contains("<link rel=\"canonical\" href=\"/x\"></head>"));
}

#[test]
fn version_of_a_language_is_added_once() {
    let page = "<head>\n<link rel=alternate hreflang=EN href=/en>\n</head>";
    let changed = applied(page, alternate("de", "https://a.example/de"));
    assert!(changed.contains("<link rel=\"alternate\" hreflang=\"de\" href=\"https://a.example/de\">"), "{changed}");
    assert_eq!(applied(page, alternate("en", "/x")), page.replace("href=/en", "href=\"/x\""));
    let feed = "<head><link rel=alternate type=application/rss+xml href=/feed></head>";
    assert!(applied(feed, alternate("de", "/de")).contains("href=/feed"), "a feed is no version");
}

#[test]
fn alternative_text_is_set_on_all_images_with_the_address() {
    let page =
        "<p><img src=/a.png><IMG SRC='/a.png' alt='old'><img data-src=/a.png src=/blank.gif alt><img src=/b.png>";
    let changed = applied(page, alternative("/a.png", "A \"red\" van"));
    assert_eq!(changed.matches("alt=\"A &quot;red&quot; van\"").count(), 2, "{changed}");
    assert!(changed.contains("alt='A &quot;red&quot; van'") && changed.ends_with("<img src=/b.png>"), "{changed}");
    assert_eq!(impossible(page, &alternative("/c.png", "C")), "the page has no image /c.png");
}

#[test]
fn links_lead_to_the_new_address_and_others_stay() {
    let page = "<nav><a href=/old>A</a></nav><p><a class=x href='/old'>B</a> <a href=\"/older\">C</a><area href=/old>";
    let changed = applied(page, replaced("/old", "/new?a=1&b=2"));
    assert_eq!(changed.matches("/new?a=1&amp;b=2").count(), 3, "{changed}");
    assert!(changed.contains("href=\"/older\""), "{changed}");
    assert_eq!(shape(page), shape(&changed));
    assert_eq!(impossible(page, &replaced("/none", "/new")), "no link of the page leads to /none");
    let done = apply(b"<a href=/new>A</a>", &[replaced("/old", "/new")]);
    assert!(!done.is_changed(), "it leads there already");
}

#[test]
fn removal_of_what_was_added_gives_the_same_bytes() {
    let bare = "<!doctype html>\r\n<html><head>\r\n\t<meta charset=utf-8>\r\n</head><body><main><p>Call a plumber \
                now.<p><img src=/a.png></main></body></html>";
    for change in [
        title("A"),
        description("B"),
        canonical("/c"),
        alternate("de", "/de"),
        organization("D"),
        link("plumber", "/p"),
        alternative("/a.png", "E"),
    ] {
        let with = applied(bare, change.clone());
        assert_ne!(with, bare);
        assert_eq!(applied(&with, removed(change.clone())), bare, "{change:?}");
        let nothing = apply(bare.as_bytes(), &[removed(change)]);
        assert!(!nothing.is_changed() && nothing.is_complete(), "there is nothing to remove");
    }
}

#[test]
fn removal_leaves_what_somebody_else_wrote() {
    let page = "<title>Theirs</title><meta name=description content=Theirs><p><a href=/x>plumber</a><img src=/a.png alt=Theirs>";
    for change in [title("Ours"), description("Ours"), link("plumber", "/p"), alternative("/a.png", "Ours")] {
        assert!(!apply(page.as_bytes(), &[removed(change)]).is_changed());
    }
}

#[test]
fn page_is_as_before_after_what_undoes_a_change() {
    for change in [
        title("New"),
        description("New"),
        heading("New"),
        canonical("/new"),
        alternate("de", "/de"),
        organization("New"),
        link("emergency plumber", "/e/"),
        replaced("/", "/home"),
    ] {
        let changed = applied(PAGE, change.clone());
        let Reverse::Change(back) = edits::reverse(Some(PAGE.as_bytes()), &change, &never).unwrap() else {
            panic!("{change:?}")
        };
        assert_eq!(applied(&changed, back), PAGE, "{change:?}");
    }
}

#[test]
fn undoing_keeps_earlier_structured_data() {
    let page = applied(PAGE, organization("Old"));
    let back = edits::reverse(Some(page.as_bytes()), &organization("New"), &never).unwrap();
    assert_eq!(back, Reverse::Change(organization("Old")));
}

#[test]
fn undoing_says_what_it_cannot() {
    let reverse = |before: &str, change: &Change| edits::reverse(Some(before.as_bytes()), change, &never).unwrap();
    assert_eq!(reverse(PAGE, &title("Old title")), Reverse::Nothing, "it was there before");
    let both = "<a href=/a>A</a><a href=/b>B</a>";
    assert!(matches!(reverse(both, &replaced("/a", "/b")), Reverse::Impossible(why) if why.contains("other links")));
    let relative = "<head><link rel=canonical href=page.html></head>";
    assert!(matches!(reverse(relative, &canonical("/x")), Reverse::Impossible(why) if why.contains("address")));
    let old = redirect("/old", "/new");
    assert_eq!(edits::reverse(None, &old, &never).unwrap(), Reverse::Change(removed(old.clone())));
    assert_eq!(edits::reverse(None, &removed(old.clone()), &never).unwrap(), Reverse::Change(old));
}

#[test]
fn redirects_are_removed_from_the_block_only() {
    let redirects = |changes: &[Change]| changes.iter().filter_map(Redirect::from_change).collect::<Vec<_>>();
    let (a, b) = (redirect("/a", "/x"), redirect("/b", "/y"));
    for (form, file) in [(Form::Netlify, "/theirs /z 301\n"), (Form::Apache, "Options -Indexes\n")] {
        let with = write(form, file.as_bytes(), &redirects(&[a.clone(), b.clone()])).unwrap();
        let one = remove(form, &with, &redirects(std::slice::from_ref(&a))).unwrap();
        assert_eq!(text(&one), text(&write(form, file.as_bytes(), &redirects(std::slice::from_ref(&b))).unwrap()));
        assert_eq!(text(&remove(form, &one, &redirects(std::slice::from_ref(&b))).unwrap()), file);
        assert_eq!(text(&remove(form, file.as_bytes(), &redirects(std::slice::from_ref(&a))).unwrap()), file);
    }
    let theirs = redirects(&[redirect("/theirs", "/z")]);
    assert_eq!(text(&remove(Form::Netlify, b"/theirs /z 301\n", &theirs).unwrap()), "/theirs /z 301\n");
    let base = url::Url::parse("https://a.example/a").unwrap();
    let check = |status, location| edits::check_redirect(&removed(a.clone()), status, location, &base).is_applied;
    assert!(check(404, None) && check(301, Some("/other")) && !check(301, Some("/x")));
}

#[test]
fn changes_name_their_wrong_field() {
    let field = |change: Change| change.validate().unwrap_err().field;
    assert_eq!(field(canonical("//other.example/")), "address");
    assert_eq!(field(alternate("d", "/de")), "language");
    assert_eq!(field(alternate("de_AT", "/de")), "language");
    assert_eq!(field(alternative("", "A")), "image");
    assert_eq!(field(alternative("/a.png", " ")), "text");
    assert_eq!(field(replaced("/a", "/a")), "to");
    assert_eq!(field(replaced("/a", "javascript:alert(1)")), "to");
    assert_eq!(field(replaced("/a b", "/c")), "from");
    assert_eq!(field(removed(heading("A"))), "change");
    assert_eq!(field(removed(removed(title("A")))), "change");
    assert_eq!(field(removed(title(""))), "title");
    assert!(replaced("../old.html", "new.html").validate().is_ok(), "as pages write them");
    assert!(alternate("x-default", "/").validate().is_ok());
    let twice = edits::validate(&[title("A"), removed(title("A"))]).unwrap_err();
    assert_eq!((twice.index, twice.error.field), (1, "change"));
    assert!(
        edits::validate(&[
            alternate("de", "/de"),
            alternate("fr", "/fr"),
            data(serde_json::json!({"@context": "x", "@type": "y"}))
        ])
        .is_ok()
    );
}

#[test]
fn removal_in_json_has_the_change_that_it_removes() {
    let written = serde_json::to_value(removed(title("A"))).unwrap();
    let expected = serde_json::json!({"kind": "remove", "change": {"kind": "set_title", "path": "/", "title": "A"}});
    assert_eq!(written, expected);
    assert_eq!(serde_json::from_value::<Change>(written).unwrap(), removed(title("A")));
    assert!(removed(title("A")).is_on_page() && !removed(redirect("/a", "/b")).is_on_page());
    assert!(edits::instructions(&removed(link("plumber", "/p"))).snippet.contains("<a href=\"/p\">"));
}

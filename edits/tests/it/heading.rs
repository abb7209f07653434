//! The first heading.

use crate::world::{applied, apply, heading, impossible, text};

#[test]
fn heading_keeps_elements_around_its_only_text() {
    for (before, after) in [
        ("<h1>Old</h1>", "<h1>New &amp; B</h1>"),
        ("<h1 class=x>\n  Old\n</h1>", "<h1 class=x>\n  New &amp; B\n</h1>"),
        ("<h1><a href=/><img src=logo.png> Old</a></h1>", "<h1><a href=/><img src=logo.png> New &amp; B</a></h1>"),
        ("<h1><span>Old</span></h1>", "<h1><span>New &amp; B</span></h1>"),
        ("<h1></h1>", "<h1>New &amp; B</h1>"),
        ("<h1> </h1>", "<h1>New &amp; B</h1>"),
        ("<h1>One <em>two</em><br>three</h1>", "<h1>New &amp; B</h1>"),
        ("<h1>One<!-- c -->two</h1><h1>x</h1>", "<h1>New &amp; B</h1><h1>x</h1>"),
    ] {
        assert_eq!(applied(before, heading("New & B")), after);
    }
}

#[test]
fn heading_that_would_lose_a_picture_or_link_is_not_changed() {
    for (page, name) in [
        ("<h1><img src=logo.png></h1>", "img"),
        ("<h1>Call <a href=/x>us</a></h1>", "a"),
        ("<h1>One <svg><text>two</text></svg> three</h1>", "svg"),
        ("<h1>One <div>two</div></h1>", "div"),
    ] {
        assert!(impossible(page, &heading("New")).contains(&format!("`{name}`")), "{page}");
    }
}

#[test]
fn page_without_heading_is_not_changed() {
    for page in ["<h2>x</h2>", "<svg><h1x></svg>", "<template><h1>x</h1></template>", "<!-- <h1>x</h1> -->", ""] {
        assert_eq!(
            impossible(page, &heading("New")),
            "the page has no h1; its theme decides where one can be",
            "{page}"
        );
    }
}

#[test]
fn heading_without_end_is_not_changed() {
    for page in ["<h1>x", "<div><h1>x</div>", "<h1>x</h2><p>y"] {
        assert_eq!(impossible(page, &heading("New")), "the first h1 of the page has no end tag", "{page}");
    }
}

#[test]
fn heading_from_right_to_left_is_compared_and_replaced() {
    let page = "<h1 dir=rtl>سباك الطوارئ</h1>";
    assert_eq!(text(&apply(page.as_bytes(), &[heading("سباك الطوارئ")]).html), page);
    assert_eq!(applied(page, heading("שרברב")), "<h1 dir=rtl>שרברב</h1>");
}

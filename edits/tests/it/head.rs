//! Title, description and structured data.

use edits::OutcomeStatus;
use serde_json::json;

use crate::world::{
    PAGE, applied, apply, attribute, data, description, facts, heading, link, organization, redirect, text, texts,
    title, try_apply,
};

#[test]
fn all_changes_of_a_page_replace_only_their_elements() {
    let changes = [
        title("New title"),
        description("New description"),
        heading("New heading"),
        link("emergency plumber", "/emergency/"),
        organization("Tulsa Water"),
    ];
    let page = apply(PAGE.as_bytes(), &changes);
    assert!(page.is_complete());
    let expected = PAGE
        .replace("<title>Old title", "<title>New title")
        .replace("\"Old description\"", "\"New description\"")
        .replace("<h1>Emergency plumber in Tulsa", "<h1>New heading")
        .replace("Call an emergency plumber", "Call an <a href=\"/emergency/\">emergency plumber</a>")
        .replace(
            "</style>\n",
            "</style>\n  <script type=\"application/ld+json\" data-motherlode=\"\">{\"@context\":\"https://schema.org\",\
             \"@type\":\"Organization\",\"name\":\"Tulsa Water\"}</script>\n",
        );
    assert_eq!(text(&page.html), expected);
}

#[test]
fn page_without_title_and_description_gets_them_before_the_end_of_its_head() {
    let page = "<!DOCTYPE html>\r\n<html>\r\n<head>\r\n\t<meta charset=utf-8>\r\n</head><body></body></html>";
    let changed = apply(page.as_bytes(), &[title("A"), description("B")]);
    let expected = "<!DOCTYPE html>\r\n<html>\r\n<head>\r\n\t<meta charset=utf-8>\r\n\t<title>A</title>\r\n\t\
                    <meta name=\"description\" content=\"B\">\r\n</head><body></body></html>";
    assert_eq!(text(&changed.html), expected);
}

#[test]
fn title_of_a_page_without_head_goes_where_browsers_read_a_head() {
    for (page, expected) in [
        ("<p>x", "<title>A</title><p>x"),
        ("", "<title>A</title>"),
        ("<!doctype html>\n<p>x", "<!doctype html>\n<title>A</title>\n<p>x"),
        ("<html><body>x", "<html><title>A</title><body>x"),
        ("<html><head><body>x", "<html><head><title>A</title><body>x"),
        (
            "<!doctype html><meta charset=utf-8><link rel=x><p>x",
            "<!doctype html><meta charset=utf-8><title>A</title><link rel=x><p>x",
        ),
        ("Hello<meta charset=utf-8>", "<title>A</title>Hello<meta charset=utf-8>"),
        ("\u{feff}<p>x", "\u{feff}<title>A</title><p>x"),
        ("<!-- c --><!doctype html><html>", "<!-- c --><!doctype html><html><title>A</title>"),
        (
            "<head><div></div><meta charset=utf-8></head>",
            "<head><title>A</title><div></div><meta charset=utf-8></head>",
        ),
    ] {
        let changed = applied(page, title("A"));
        assert_eq!(changed, expected, "{page}");
        assert_eq!(texts(&changed, "head > title"), ["A"], "{page}");
    }
}

#[test]
fn description_is_read_by_browsers_in_the_head() {
    for page in ["<p>x", "<html><body>x", "<head></head>x", "<head>\n</head><body>", "<title>t</title>x", "<svg></svg>"]
    {
        let changed = applied(page, description("A & B"));
        assert_eq!(attribute(&changed, "head > meta[name=description]", "content").as_deref(), Some("A & B"), "{page}");
    }
}

#[test]
fn only_the_first_of_several_titles_is_changed_and_a_remark_is_made() {
    let page = "<head><title>1</title><title>2</title></head><svg><title>3</title></svg>";
    let changed = apply(page.as_bytes(), &[title("A")]);
    assert_eq!(text(&changed.html), page.replace('1', "A"));
    assert_eq!(changed.outcomes[0].detail.as_deref(), Some("the page has 2 titles; the first was changed"));
}

#[test]
fn titles_of_pictures_templates_comments_and_scripts_are_not_the_title() {
    let others = "<!-- <title>0</title> --><script>'<title>1</title>'</script><template><title>2</title></template>\
                  <svg><title>3</title><g><title>4</title></g></svg><textarea><title>5</title></textarea>";
    let page = format!("<html><body>{others}<title>real</title></body>");
    assert_eq!(applied(&page, title("A")), page.replace("real", "A"));
    assert_eq!(facts(&page).titles, 1);
    let changed = applied(others, title("A"));
    assert_eq!(changed, format!("<title>A</title>{others}"));
}

#[test]
fn elements_and_attributes_in_upper_case_are_found() {
    let page = "<HTML><HEAD><TITLE>x</TITLE><META NAME='Description' CONTENT='y'></HEAD><H1>z</H1>";
    let changed = apply(page.as_bytes(), &[title("A"), description("B's"), heading("C")]);
    let expected = "<HTML><HEAD><TITLE>A</TITLE><META NAME='Description' CONTENT='B&#39;s'></HEAD><H1>C</H1>";
    assert_eq!(text(&changed.html), expected);
}

#[test]
fn description_is_written_into_every_form_of_the_attribute() {
    for (before, after) in [
        ("<meta name=description content=old>", "<meta name=description content=\"A &quot;b&quot;\">"),
        ("<meta content='old' name=description>", "<meta content='A &quot;b&quot;' name=description>"),
        ("<meta name=description content=''>", "<meta name=description content='A &quot;b&quot;'>"),
        ("<meta name=description content>", "<meta content=\"A &quot;b&quot;\" name=description content>"),
        ("<meta name=description>", "<meta content=\"A &quot;b&quot;\" name=description>"),
        (
            "<meta name=description content=a content=b>",
            "<meta name=description content=\"A &quot;b&quot;\" content=b>",
        ),
        ("<meta name=description content = \"old\" />", "<meta name=description content = \"A &quot;b&quot;\" />"),
        ("<meta name=description content=old/>", "<meta name=description content=\"A &quot;b&quot;\">"),
    ] {
        let changed = applied(before, description("A \"b\""));
        assert_eq!(changed, after);
        assert_eq!(attribute(&changed, "meta", "content").as_deref(), Some("A \"b\""), "{before}");
    }
}

#[test]
fn title_that_reads_the_same_is_not_rewritten() {
    let page = "<title>\n  Tom &amp; Jerry&apos;s\n</title>";
    let unchanged = apply(page.as_bytes(), &[title("Tom & Jerry's")]);
    assert_eq!(unchanged.outcomes[0].status, OutcomeStatus::Unchanged);
    assert_eq!(unchanged.html, page.as_bytes());
}

#[test]
fn title_without_end_is_refused() {
    let problem = try_apply(b"<head><title>x</head><body>y", &[title("A")]).unwrap_err();
    assert_eq!(problem.to_string(), "the title of the page has no end tag");
}

#[test]
fn structured_data_replace_those_of_an_earlier_edit_only() {
    let foreign = "<script type=\"application/ld+json\">{\"@type\":\"Person\"}</script>";
    let page = format!("<head>{foreign}</head>");
    let first = applied(&page, organization("One"));
    let second = applied(&first, organization("Two"));
    assert_eq!(second, first.replace("One", "Two"));
    assert!(second.contains(foreign));
    assert_eq!(facts(&second).structured_data_types, ["Person", "Organization"]);
}

#[test]
fn structured_data_that_a_page_has_already_are_not_added() {
    let page = "<script type=\"Application/LD+JSON\">\n{ \"@type\": \"Thing\",\n \"@context\": \"https://schema.org\" }</script>";
    let unchanged = apply(page.as_bytes(), &[data(json!({"@context": "https://schema.org", "@type": "Thing"}))]);
    assert_eq!(unchanged.outcomes[0].status, OutcomeStatus::Unchanged);
}

#[test]
fn empty_elements_of_xhtml_have_a_slash() {
    let page = "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head></head></html>";
    let changed = applied(page, description("A"));
    assert!(changed.contains("<meta name=\"description\" content=\"A\" /></head>"), "{changed}");
}

#[test]
fn redirect_is_no_change_of_a_page() {
    let outcome = apply(b"<p>x</p>", &[redirect("/a", "/b")]).outcomes.remove(0);
    assert_eq!(outcome.status, OutcomeStatus::Impossible);
    assert_eq!(outcome.detail.as_deref(), Some("a redirect is not part of a page"));
}

#[test]
fn facts_contain_what_search_engines_read_first() {
    let page = "<!doctype html><html lang=en-US><head><title> A  &amp; B </title><meta name=robots content=noindex>\
                <meta name=description content=' D '><link rel='alternate canonical' href='https://a.example/x?a=1&amp;b=2'>\
                <script type='application/ld+json'>{\"@graph\":[{\"@type\":[\"LocalBusiness\",\"Plumber\"]},\
                {\"@type\":\"WebSite\",\"publisher\":{\"@type\":\"Person\"}}]}</script>\
                <script type='application/ld+json'>broken</script></head>\
                <h1>Water<br>heaters <b>now</b></h1><h1>x</h1><a href=/>x</a><a name=y>y</a>";
    let facts = facts(page);
    assert_eq!(facts.title.as_deref(), Some("A & B"));
    assert_eq!(facts.description.as_deref(), Some("D"));
    assert_eq!(facts.heading.as_deref(), Some("Water heaters now"));
    assert_eq!(facts.canonical.as_deref(), Some("https://a.example/x?a=1&b=2"));
    assert_eq!(facts.robots.as_deref(), Some("noindex"));
    assert_eq!(facts.language.as_deref(), Some("en-US"));
    assert_eq!(facts.encoding, "UTF-8");
    assert_eq!(facts.structured_data_types, ["LocalBusiness", "Plumber", "WebSite"]);
    assert_eq!((facts.titles, facts.descriptions, facts.headings, facts.links), (1, 1, 2, 1));
}

#[test]
fn facts_of_an_empty_page_are_unknown() {
    let facts = facts("");
    assert_eq!((facts.title, facts.description, facts.heading, facts.links), (None, None, None, 0));
}

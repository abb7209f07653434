//! Main content.

use crawler::page::extract;

const LONG: &str = "The engineers of the town repaired forty boilers in one night, which nobody had thought possible before, not even those who sell spare parts in the market hall.";
const OTHER: &str = "A second paragraph says, among other things, that the winter was long and that the pipes were made of lead, as they had been since the houses of that street were built for the workers.";

fn body(html: &str) -> String {
    extract(html.as_bytes(), Some("text/html; charset=utf-8"), &|| false).expect("not cancelled").article_body
}

#[test]
fn navigation_comments_captions_and_related_links_are_removed() {
    let html = format!(
        "<nav><a href=/>Home</a> <a href=/b>Boilers and more boilers of all kinds</a></nav><article><h1>Title</h1><p class=byline>By Ada, yesterday</p>
        <p>{LONG}</p><figure><img src=a><figcaption>A caption, of a picture that shows a boiler from the side.</figcaption></figure>
        <div class='ad-slot'>Buy this now, it is cheap, and it is so good that everybody should have one.</div>
        <h2>Why</h2><p>{OTHER}</p><h2>Related articles</h2><ul><li><a href=/c>Another article about boilers</a></li></ul></article>
        <div id=comments><p>{}</p></div><footer>Copyright, all rights reserved, and a long sentence in the footer of the page.</footer>",
        "I do not agree, and I say so here at some length, because I can. ".repeat(5)
    );
    assert_eq!(body(&html), format!("{LONG}\n\nWhy\n\n{OTHER}"));
}

#[test]
fn names_of_themes_do_not_remove_the_content() {
    let html = format!(
        "<body class='has-sidebar social'><div class='page with-sidebar'><h1>T</h1><div class='post tag-news hentry'><p>{LONG}</p><p>{OTHER}</p></div></div>"
    );
    assert_eq!(body(&html), format!("{LONG}\n\n{OTHER}"));
    // Generated names hold fragments such as `ad` by chance.
    let html = format!("<div class=sc-1x><p class='aAd hJpRRP'>{LONG}</p><p class='aAd hJpRRP'>{OTHER}</p></div>");
    assert_eq!(body(&html), format!("{LONG}\n\n{OTHER}"));
}

#[test]
fn lists_tables_and_quotations_inside_the_content_are_kept() {
    let html = format!(
        "<article><p>{LONG}</p><ul><li>First of all</li><li>Then</li></ul><table><tr><td>Driver</td><td>52</td></tr></table>
        <div class=social-embed><blockquote><p>{OTHER}</p></blockquote></div><p>{LONG}</p></article>"
    );
    assert_eq!(body(&html), format!("{LONG}\n\nFirst of all\n\nThen\n\nDriver\n\n52\n\n{OTHER}\n\n{LONG}"));
}

#[test]
fn hidden_text_is_removed_and_line_breaks_are_kept() {
    let html = format!(
        "<p>{LONG}<br>New line<span style='display: none'>hidden</span>.</p><p hidden>{OTHER}</p><p>{OTHER}</p>"
    );
    assert_eq!(body(&html), format!("{LONG}\nNew line\n\n.\n\n{OTHER}"));
}

#[test]
fn title_author_and_date_come_from_structured_data_first() {
    let html = format!(
        r#"<title>Site | T</title><meta name=author content=Meta><meta property="og:title" content="Social">
        <script type=application/ld+json>{{"@type":"NewsArticle","headline":"Head","author":{{"@type":"Person","name":"Ada"}},"datePublished":"2026-01-02"}}</script><p>{LONG}</p>"#
    );
    let article = extract(html.as_bytes(), None, &|| false).expect("not cancelled");
    assert_eq!(
        (article.title.as_deref(), article.author.as_deref(), article.date_published.as_deref()),
        (Some("Head"), Some("Ada"), Some("2026-01-02"))
    );
    let plain = extract(b"<title>Only</title>", None, &|| false).expect("not cancelled");
    assert_eq!((plain.title.as_deref(), plain.article_body.as_str()), (Some("Only"), ""));
}

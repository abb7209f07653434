//! Trees as browsers build them. The expected trees follow the HTML standard, section "An introduction to error handling
//! and strange cases in the parser".

use super::page;

/// Misnested tags: `<p>1<b>2<i>3</b>4</i>5</p>` reads 12345.
#[test]
fn misnested_tags_keep_their_text_in_order() {
    let page = page("<h1>1<b>2<i>3</b>4</i>5</h1>");
    assert_eq!(page.headings[0].text, "12345");
}

/// Unexpected markup in tables is moved in front of the table.
#[test]
fn text_in_a_table_is_moved_before_it() {
    let page = page("<h1><table><b><tr><td>aaa</td></tr>bbb</table>ccc</h1>");
    assert_eq!(page.headings[0].text, "bbb aaa ccc");
}

/// A link ends at the next one.
#[test]
fn links_do_not_nest() {
    let page = page("<a href=1>one <a href=2>two</a> three</a>");
    let anchors: Vec<_> = page.links.iter().map(|link| link.anchor.as_str()).collect();
    assert_eq!(anchors, ["one", "two"]);
}

/// An element that is not allowed in the head ends it.
#[test]
fn a_canonical_after_a_paragraph_is_in_the_body() {
    use crawler::page::CanonicalSource::{Body, Head};
    let sources = |html: &str| page(html).canonicals.iter().map(|named| named.source).collect::<Vec<_>>();
    assert_eq!(sources("<head><link rel=canonical href=a></head>"), [Head]);
    assert_eq!(sources("<head><p>x<link rel=canonical href=a></head>"), [Body]);
    // With scripts, noscript in the head holds text only.
    assert_eq!(sources("<head><noscript><img src=x></noscript><link rel=canonical href=a></head>"), [Head]);
}

/// Raw text, character references, and comments.
#[test]
fn raw_text_and_references_are_read_as_by_browsers() {
    let page = page(
        "<title>a &amp b &lt;c&gt; &notit; <b>d</title><h1>&copy;&#x80;<!-- <h1>no</h1> --></h1><textarea><h1>x</h1></textarea>",
    );
    assert_eq!(page.titles, ["a & b <c> ¬it; <b>d"]);
    assert_eq!(page.headings.len(), 1);
    assert_eq!(page.headings[0].text, "©€");
}

//! Pages made to exhaust memory or time.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crawler::page::{Headers, extract, limits, read};
use proptest::prelude::*;
use url::Url;

use super::page;

/// Far above what an unoptimised build takes, far below what quadratic work would.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn a_million_links_are_counted_and_some_stored() {
    let page = page(&"<a href=x>y</a>".repeat(200_000));
    assert_eq!((page.link_count, page.links.len()), (200_000, limits::MOST_LINKS));
}

#[test]
fn hostile_pages_end_in_time() {
    let attributes: String = (0..300_000).map(|index| format!("a{index}=''")).collect();
    let pages = [
        "<div>".repeat(100_000),
        "<b><i><a href=x><p>".repeat(20_000),
        "<font color=a>".repeat(500) + &"<p>x".repeat(20_000),
        format!("<a {attributes}>"),
        format!("<a href=\"{}\">", "x".repeat(5_000_000)),
        "<table><tr><td>x".repeat(20_000),
        "<div itemscope><p itemprop=a>".repeat(20_000),
        "<ul><li>a b c <a href=x>q</a>".repeat(20_000),
        format!("<script type=application/ld+json>{}", r#"{"@type":"#.repeat(100_000)),
        "x".repeat(5_000_000),
    ];
    for html in pages {
        let begun = Instant::now();
        let _ = page(&html);
        assert!(begun.elapsed() < PATIENCE, "{} took {:?}", &html[..30], begun.elapsed());
    }
}

#[test]
fn elements_beyond_512_levels_join_their_ancestors() {
    let page = page(&format!("{}<h1>deep</h1>{}", "<div>".repeat(5_000), "</div>".repeat(5_000)));
    assert!(page.element_count < 600 && !page.is_truncated);
    assert!(page.body.text_chars == 4);
}

#[test]
fn reading_stops_when_cancelled() {
    let html = "<p>text</p>".repeat(100_000);
    let url = Url::parse("https://example.com/").expect("address");
    let calls = Cell::new(0);
    let is_cancelled = || calls.replace(calls.get() + 1) >= 3;
    assert!(read(html.as_bytes(), &url, &Headers::default(), &is_cancelled).is_err());
    assert!(calls.get() < 10);
    assert!(extract(html.as_bytes(), None, &|| true).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_bytes_are_read(body: Vec<u8>, content_type: String, robots: String) {
        let url = Url::parse("https://example.com/").unwrap();
        let headers: Headers = [("content-type", &content_type), ("x-robots-tag", &robots), ("link", &content_type)].into_iter().collect();
        prop_assert!(read(&body, &url, &headers, &|| false).is_ok());
    }

    #[test]
    fn random_markup_is_read(parts in prop::collection::vec(0_usize..PARTS.len(), 0..60)) {
        let html: String = parts.iter().map(|part| PARTS[*part]).collect();
        let page = page(&html);
        prop_assert!(page.links.len() as u64 <= page.link_count);
        prop_assert!((0.0..=1.0).contains(&page.body.text_share));
    }
}

/// Markup that changes how a parser goes on.
const PARTS: &[&str] = &[
    "<a href=x>",
    "</a>",
    "<p>",
    "</p>",
    "<table>",
    "<tr>",
    "<td>",
    "</table>",
    "<b>",
    "</b>",
    "<i>",
    "<svg>",
    "</svg>",
    "<math>",
    "<mtext>",
    "<template>",
    "</template>",
    "<select>",
    "<option>",
    "<script>",
    "</script>",
    "<style>",
    "<title>",
    "</title>",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<frameset>",
    "<html lang=x>",
    "<body class=y>",
    "<head>",
    "<base href=/z>",
    "<meta name=robots content=,,>",
    "<link rel=canonical href=>",
    "<div itemscope itemprop=a>",
    "<span itemprop=b>",
    "<li property=c typeof=d>",
    "<h1>",
    "<h6>",
    "<form action='//['>",
    "<img>",
    "\0",
    "&#xffff;",
    "text with words, and more. ",
    "é",
    "<blockquote>",
    "<article>",
    "<main>",
    "<iframe>",
    "<noscript>",
    "<plaintext>",
];

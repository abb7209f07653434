//! The scanner against the full parser.

use proptest::prelude::*;
use url::Url;

use super::scan;
use crate::page::{Headers, essentials::parse};

/// Compares the scanner with the parser; returns whether the scanner could read the page.
fn is_scanned(html: &str) -> bool {
    let url = Url::parse("https://example.com/a/b").unwrap();
    let headers: Headers = [("x-robots-tag", "noarchive")].into_iter().collect();
    let Some(scanned) = scan(html, &url, &headers) else { return false };
    assert_eq!(scanned, parse(html, &url, &headers, &|| false).unwrap(), "{html}");
    true
}

const PAGE: &str = r##"<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Kites &amp; more</title><base href="/x/">
<meta name="description" content="All &quot;kites&quot;"><META NAME=robots CONTENT="noindex, follow">
<link rel="stylesheet" href="a.css"/><link rel=canonical href="y?a=1&b=2&amp;c=3">
<script>if (a < b) document.write("<p>")</script><style>a > b { }</style></head>
<body role="main"><!-- a comment --><header><a href="/"><img src=l.png alt="Logo"></a></header>
<nav><ul><li><a href=z>Z</a><li><a href='q' rel="nofollow UGC">Q <b>bold</b>&nbsp;&rsaquo;</a></ul></nav>
<p>One <a href="#x">two</a><p>Three<div><dl><dt>T<dd><a href=d>D<br>E</a></dl></div>
<table><caption>C</caption><tr><td><a href=t>T</a><th>H</table><table><colgroup><col></colgroup><tbody><tr><td>x</td></tr></tbody></table>
<a href=svg aria-label=" "><svg viewBox="0 0 1 1"><title>Icon</title><path d="M0"/></svg></a>
<form><select><option>1<option selected>2</select><textarea><a href=no></textarea><input name=q></form>
<map><area href=area alt=Area></map><iframe src=i><a href=no></iframe><noscript><a href=no></a></noscript>
<footer role=contentinfo><a href="tel:1" title=Call></a></footer></body></html>
"##;

#[test]
fn common_page_is_scanned_and_has_the_facts_of_the_parser() {
    assert!(is_scanned(PAGE));
}

#[test]
fn page_that_browsers_repair_is_left_to_the_parser() {
    for html in [
        "<b><p>x</b>y</p>",
        "<table>x<tr></table>",
        "<a href=x><a href=y></a>",
        "<p><a href=x></p>y",
        "<svg><p>x",
        "<template><base href=z></template>",
        "<a href=1><base href=z>",
        "<script><!--<script></script>--></script>",
        "<a href=x>&notit;</a>",
        "<body><body role=main>",
    ] {
        assert!(!is_scanned(html), "{html}");
    }
}

/// Markup that changes how a parser goes on.
const PARTS: &[&str] = &[
    "<a href=x>",
    "<a href='&amp;y&z=1' role=navigation>",
    "</a>",
    "<p>",
    "</p>",
    "<table>",
    "<tr>",
    "<td>",
    "<th>",
    "</td>",
    "</tr>",
    "</table>",
    "<tbody>",
    "</tbody>",
    "<caption>",
    "</caption>",
    "<col>",
    "<colgroup>",
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<svg>",
    "</svg>",
    "<g>",
    "<path/>",
    "</g>",
    "<svg/>",
    "<title>",
    "</title>",
    "<select>",
    "</select>",
    "<option>",
    "</option>",
    "<optgroup>",
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<!--",
    "-->",
    "<!-- c -->",
    "<html lang=x>",
    "<html role=main>",
    "<body class=y>",
    "<body role=banner>",
    "</body>",
    "</html>",
    "<head>",
    "</head>",
    "<base href=/z>",
    "<meta name=robots content=nofollow>",
    "<meta name=description content='a &lt; b'>",
    "<meta http-equiv=refresh content='0; url=/f&amp;g'>",
    "<link rel=canonical href=c>",
    "<link>",
    "<ul>",
    "</ul>",
    "<li>",
    "</li>",
    "<dl>",
    "<dt>",
    "<dd>",
    "</dd>",
    "</dl>",
    "<h1>",
    "</h1>",
    "<h2>",
    "<form>",
    "</form>",
    "<img alt=i>",
    "<img>",
    "<br>",
    "<br/>",
    "<hr>",
    "<div>",
    "</div>",
    "<div/>",
    "<span>",
    "</span>",
    "<button>",
    "</button>",
    "<object>",
    "</object>",
    "<textarea>",
    "</textarea>",
    "text",
    " ",
    "\n",
    "\r\n",
    "a & b",
    "&nbsp;",
    "&#65;",
    "&copy",
    "&",
    "<",
    "< a",
    "é",
    "<nav>",
    "</nav>",
    "<main>",
    "<article role=' main '>",
    "<iframe>",
    "</iframe>",
    "<noscript>",
    "</noscript>",
    "<area href=w>",
    "<input>",
    "<label>",
    "</label>",
    "<x-y>",
    "</x-y>",
    "<A HREF=U REL=UGC>",
    "</A>",
    "<template>",
    "<math>",
    "<!DOCTYPE html>",
    "<section>",
    "</section>",
    "<summary>",
    "<details>",
    "<pre>",
    "</pre>",
    "<picture>",
    "<source>",
    "<video>",
    "<a name=n>",
    "<?xml v?>",
    "<?",
    "</br>",
    "</p>",
    "</h1>",
    "</pre>",
    "<a href>",
    "<a href=//[>",
    "<blockquote>",
    "</blockquote>",
    "<menu>",
    "<fieldset>",
    "<center>",
    "<nobr>",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn scanner_returns_the_facts_of_the_parser_for_random_markup(parts in prop::collection::vec(0..PARTS.len(), 0..14)) {
        is_scanned(&parts.iter().map(|part| PARTS[*part]).collect::<String>());
    }

    #[test]
    fn scanner_returns_the_facts_of_the_parser_for_a_changed_page(
        changes in prop::collection::vec((0..PAGE.len(), 0..30_usize, 0..PARTS.len(), 0..4), 1..4)
    ) {
        let mut html = PAGE.to_owned();
        for (at, length, part, kind) in changes {
            let start = html.floor_char_boundary(at.min(html.len()));
            let end = html.floor_char_boundary((start + length).min(html.len())).max(start);
            match kind {
                0 => html.insert_str(start, PARTS[part]),
                1 => html.replace_range(start..end, ""),
                2 => html.replace_range(start..end, PARTS[part]),
                // Drops a whole tag.
                _ => if let Some(open) = html[start..].find('<') && let Some(close) = html[start + open..].find('>') {
                    html.replace_range(start + open..=start + open + close, "");
                },
            }
        }
        is_scanned(&html);
    }
}

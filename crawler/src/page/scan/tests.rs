//! The scanner against the full parser.

use proptest::prelude::*;
use url::Url;

use super::scan;
use crate::page::{
    Headers,
    essentials::parse,
    tree::{self, Data, ROOT, Step, Tree},
};

/// Returns a tree as text, with every node.
fn outline(tree: &Tree) -> String {
    let nodes = tree.walk(ROOT).map(|step| match step {
        Step::Leave(_) => ")".to_owned(),
        Step::Enter(id) => match &tree.node(id).data {
            Data::Document => "(document".to_owned(),
            Data::Other => "(other".to_owned(),
            Data::Text(text) => format!("({:?}", &**text),
            Data::Element(element) => {
                let attributes = element.attributes.iter().map(|one| (&*one.name.local, &*one.value));
                format!("(<{} {} {:?}>", &*element.name, element.is_html, attributes.collect::<Vec<_>>())
            }
        },
    });
    format!("{} {} {}", tree.is_standards_mode, tree.is_truncated, nodes.collect::<String>())
}

/// Compares the tree of the scanner with that of the parser; returns whether the scanner could read the page.
fn is_built(html: &str) -> bool {
    let Some(built) = super::tree(html) else { return false };
    let parsed = tree::parse(html, &|| false).unwrap();
    assert_eq!(outline(&built), outline(&parsed), "{html}");
    for (id, node) in built.nodes.iter().enumerate().skip(1) {
        let parent = built.node(node.parent);
        assert!(node.previous == tree::NONE || built.node(node.previous).next as usize == id, "{html}");
        assert!(node.next == tree::NONE && parent.last as usize == id || built.node(node.next).previous as usize == id);
    }
    true
}

/// Compares the facts that the scanner reads with the ones that the parser reads; returns whether the scanner could read the page.
fn is_scanned(html: &str) -> bool {
    let url = Url::parse("https://example.com/a/b").unwrap();
    let headers: Headers = [("x-robots-tag", "noarchive")].into_iter().collect();
    let Some(scanned) = scan(html, &url, &headers) else { return false };
    assert_eq!(scanned, parse(html, &url, &headers, &|| false).unwrap(), "{html}");
    true
}

#[test]
fn common_page_is_built_as_the_parser_builds_it() {
    assert!(is_built(PAGE));
    for html in [
        "",
        " <!-- a --><!DOCTYPE html><!-- b --><title>x</title> <!-- c --> <body> <p>y</body> <!-- d --> </html> <!-- e -->\n",
        "<html><!-- a --> <head> </head> <!-- b --> text",
        "<pre>\r\n\r\nx</pre><pre><b>\n</b></pre><textarea>\n\n</textarea><p a=1 A=2 b>x<!-- c -->y&amp;z\r",
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\"><p>x",
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\"><p>x",
        "<svg VIEWBOX=1 viewbox=2 xmlns=a><lineargradient stdDeviation=\"3\"/><title>x</title> <g> y</g></svg>",
        "<pre></body>\n",
        "<table> <tr> <td>x <tr></table><table><col span=2><col><tbody> </table></p></br>",
    ] {
        assert!(is_built(html), "{html}");
    }
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

/// Changes of the page: place, length, part and way.
type Changes = Vec<(usize, usize, usize, i32)>;

fn changed(changes: Changes) -> String {
    let mut html = PAGE.to_owned();
    for (at, length, part, kind) in changes {
        let start = html.floor_char_boundary(at.min(html.len()));
        let end = html.floor_char_boundary((start + length).min(html.len())).max(start);
        match kind {
            0 => html.insert_str(start, PARTS[part]),
            1 => html.replace_range(start..end, ""),
            2 => html.replace_range(start..end, PARTS[part]),
            // Drops a whole tag.
            _ => {
                if let Some(open) = html[start..].find('<')
                    && let Some(close) = html[start + open..].find('>')
                {
                    html.replace_range(start + open..=start + open + close, "");
                }
            }
        }
    }
    html
}

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
        is_scanned(&changed(changes));
    }
}

proptest! {
    // Trees are larger than facts, and take longer.
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn scanner_builds_the_tree_of_the_parser_for_random_markup(parts in prop::collection::vec(0..PARTS.len(), 0..14)) {
        is_built(&parts.iter().map(|part| PARTS[*part]).collect::<String>());
    }

    #[test]
    fn scanner_builds_the_tree_of_the_parser_for_a_changed_page(
        changes in prop::collection::vec((0..PAGE.len(), 0..30_usize, 0..PARTS.len(), 0..4), 1..4)
    ) {
        is_built(&changed(changes));
    }
}

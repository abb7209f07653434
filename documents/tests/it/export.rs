//! Exports: as goldens, and read again by other programs.

use documents::{
    CitedFact, CitedSource,
    export::{Format, Page, Part},
};
use docx_rs::{
    DocumentChild, Paragraph, ParagraphChild, RunChild, TableCellContent, TableChild, TableRowChild, read_docx,
};
use engines::content::{Block, BlockKind, Draft, PageLink, Sentence};
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag};
use scraper::{Html, Selector};

use crate::{block, heading, page, sentence};

fn source(title: &str, url: Option<&str>) -> CitedSource {
    let url = url.map(str::to_owned);
    CitedSource { title: title.to_owned(), publisher: Some("EPA".to_owned()), year: Some(2024), url }
}

fn cited(id: &str, source: CitedSource) -> CitedFact {
    CitedFact { id: id.to_owned(), text: "A fact".to_owned(), source, ..CitedFact::default() }
}

fn whole() -> Page {
    let link = |url: &str, anchor: &str| PageLink { url: url.to_owned(), anchor: anchor.to_owned() };
    let draft = Draft { links: vec![link("/prices/", "Prices"), link("javascript:alert(1)", "Bad")], ..page() };
    let facts = [
        cited("a", source("Mold guide", Some("https://www.epa.gov/mold"))),
        cited("b", source("Mold guide", Some("https://www.epa.gov/mold"))),
        cited("c", CitedSource { title: "the owner".to_owned(), ..CitedSource::default() }),
    ];
    Page::new(&draft, &facts)
}

fn written(page: &Page, format: Format) -> String {
    String::from_utf8(page.write(format).expect("written")).expect("UTF-8")
}

const MARKDOWN: &str = r#"---
title: "Roof repair in Tulsa, OK | Acme"
description: "Acme repairs roofs in Tulsa."
---

# Roof repair in Tulsa, OK

Acme repairs roofs in Tulsa.

## What it costs

Plan on \$350 to \$900 for a leak. A second visit is free.

## How the work goes

- The crew finds the leak.
- The crew replaces the shingles.

## Related pages

- [Prices](</prices/>)

## Sources

1. [Mold guide, EPA, 2024](<https://www.epa.gov/mold>)
2. the owner
"#;

const HTML: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Roof repair in Tulsa, OK | Acme</title>
<meta name="description" content="Acme repairs roofs in Tulsa.">
</head>
<body>
<main>
<article>
<h1>Roof repair in Tulsa, OK</h1>
<p>Acme repairs roofs in Tulsa.</p>
<h2>What it costs</h2>
<p>Plan on $350 to $900 for a leak. A second visit is free.</p>
<h2>How the work goes</h2>
<ul>
<li>The crew finds the leak.</li>
<li>The crew replaces the shingles.</li>
</ul>
</article>
<nav aria-label="Related pages">
<ul>
<li><a href="/prices/">Prices</a></li>
</ul>
</nav>
<footer>
<h2>Sources</h2>
<ol>
<li><a href="https://www.epa.gov/mold">Mold guide, EPA, 2024</a></li>
<li>the owner</li>
</ol>
</footer>
</main>
</body>
</html>
"#;

#[test]
fn markdown_of_a_page_is_the_golden_one() {
    assert_eq!(written(&whole(), Format::Markdown), MARKDOWN);
}

#[test]
fn html_of_a_page_is_the_golden_one() {
    assert_eq!(written(&whole(), Format::Html), HTML);
}

/// Style, numbering and text of a paragraph.
fn described(paragraph: &Paragraph) -> (String, Option<usize>, String) {
    let style = paragraph.property.style.as_ref().map(|style| style.val.clone()).unwrap_or_default();
    let list = paragraph.property.numbering_property.as_ref().and_then(|list| list.id.as_ref()).map(|id| id.id);
    (style, list, text(paragraph))
}

fn text(paragraph: &Paragraph) -> String {
    let of_runs = |children: &[RunChild]| {
        children
            .iter()
            .map(|child| if let RunChild::Text(text) = child { text.text.clone() } else { String::new() })
            .collect::<String>()
    };
    let of_child = |child: &ParagraphChild| match child {
        ParagraphChild::Run(run) => of_runs(&run.children),
        ParagraphChild::Hyperlink(link) => link
            .children
            .iter()
            .map(|child| if let ParagraphChild::Run(run) = child { of_runs(&run.children) } else { String::new() })
            .collect(),
        _ => String::new(),
    };
    paragraph.children.iter().map(of_child).collect()
}

fn paragraphs(file: &[u8]) -> Vec<(String, Option<usize>, String)> {
    let docx = read_docx(file).expect("a DOCX");
    let paragraph =
        |child: &DocumentChild| if let DocumentChild::Paragraph(one) = child { Some(described(one)) } else { None };
    docx.document.children.iter().filter_map(paragraph).collect()
}

#[test]
fn docx_that_is_opened_again_has_headings_lists_and_sources() {
    let file = whole().write(Format::Docx).expect("written");
    let line = |style: &str, list: Option<usize>, text: &str| (style.to_owned(), list, text.to_owned());
    let expected = [
        line("Heading1", None, "Roof repair in Tulsa, OK"),
        line("", None, "Acme repairs roofs in Tulsa."),
        line("Heading2", None, "What it costs"),
        line("", None, "Plan on $350 to $900 for a leak. A second visit is free."),
        line("Heading2", None, "How the work goes"),
        line("", Some(1), "The crew finds the leak."),
        line("", Some(1), "The crew replaces the shingles."),
        line("Heading2", None, "Related pages"),
        line("", Some(1), "Prices"),
        line("Heading2", None, "Sources"),
        line("", Some(3), "Mold guide, EPA, 2024"),
        line("", Some(3), "the owner"),
    ];
    assert_eq!(paragraphs(&file), expected);
    assert_eq!(file, whole().write(Format::Docx).expect("written"), "the same page gives the same bytes");
}

fn table() -> Page {
    let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
    let steps = |one: &str| Part::Steps(vec![one.into(), "Next".into()]);
    Page {
        title: "Prices".to_owned(),
        parts: vec![
            steps("Call"),
            Part::Table(vec![row(["Job", "Price"]), row(["A | leak", "<b>$350</b>"])]),
            steps("Wait"),
        ],
        ..Page::default()
    }
}

#[test]
fn tables_and_steps_are_written_in_every_format() {
    let markdown = written(&table(), Format::Markdown);
    let expected = "1. Call\n2. Next\n\n| Job | Price |\n| --- | --- |\n| A \\| leak | \\<b\\>\\$350\\</b\\> |\n\n1. Wait\n2. Next\n";
    assert!(markdown.ends_with(expected), "{markdown}");
    let html = written(&table(), Format::Html);
    let row = "<tr><td>A | leak</td><td>&lt;b&gt;$350&lt;/b&gt;</td></tr>";
    assert!(html.contains("<thead>\n<tr><th scope=\"col\">Job</th>") && html.contains(row), "{html}");
    let file = table().write(Format::Docx).expect("written");
    let lists: Vec<_> = paragraphs(&file).into_iter().filter_map(|(_, list, _)| list).collect();
    assert_eq!(lists, [3, 3, 4, 4], "each list begins with 1");
    assert_eq!(cells(&file), ["Job", "Price", "A | leak", "<b>$350</b>"]);
}

#[test]
fn labels_are_bold_in_every_format() {
    let labeled = |kind: BlockKind, label: &str, sentences: Vec<Sentence>| Block {
        label: Some(sentence(label, &[])),
        ..block(kind, sentences)
    };
    let draft = Draft {
        blocks: vec![
            labeled(BlockKind::Item, "Bent *track*.", vec![sentence("Call somebody.", &[])]),
            labeled(BlockKind::Step, "Seal", vec![sentence("Measure it.", &[])]),
            labeled(BlockKind::Paragraph, "Alone", Vec::new()),
        ],
        ..Draft::default()
    };
    let page = Page::new(&draft, &[]);
    let markdown = written(&page, Format::Markdown);
    let expected = "\n- **Bent \\*track\\*.** Call somebody.\n\n1. **Seal:** Measure it.\n\n**Alone**\n";
    assert!(markdown.ends_with(expected), "{markdown}");
    let html = written(&page, Format::Html);
    let items = ["<li><strong>Bent *track*.</strong> Call somebody.</li>", "<p><strong>Alone</strong></p>"];
    assert!(items.iter().all(|item| html.contains(item)), "{html}");
    let file = page.write(Format::Docx).expect("written");
    let docx = read_docx(&file).expect("a DOCX");
    let bold: Vec<String> = docx.document.children.iter().filter_map(bold_start).collect();
    assert_eq!(bold, ["Bent *track*. ", "Seal: ", "Alone"]);
    let texts: Vec<String> = paragraphs(&file).into_iter().map(|(_, _, text)| text).collect();
    assert_eq!(texts, ["Bent *track*. Call somebody.", "Seal: Measure it.", "Alone"]);
}

#[test]
fn paragraphs_of_a_docx_have_space_between_them() {
    let docx = read_docx(&whole().write(Format::Docx).expect("written")).expect("a DOCX");
    let styles = serde_json::to_value(&docx.styles).expect("JSON").to_string();
    assert!(styles.contains("\"after\":120") && styles.contains("\"before\":280"), "{styles}");
}

/// Text of the first run of a paragraph if it is bold.
fn bold_start(child: &DocumentChild) -> Option<String> {
    let DocumentChild::Paragraph(paragraph) = child else { return None };
    let Some(ParagraphChild::Run(run)) = paragraph.children.first() else { return None };
    let is_text = |child: &RunChild| if let RunChild::Text(text) = child { Some(text.text.clone()) } else { None };
    run.run_property.bold.as_ref()?;
    run.children.iter().find_map(is_text)
}

#[test]
fn own_words_and_the_place_of_the_page_have_no_source() {
    let own = CitedFact { is_owner_supplied: true, ..cited("price", source("Price list", None)) };
    let place = cited("place.name", source("the place of the page", None));
    let page = Page::new(&page(), &[own, place, cited("a", source("Mold guide", None))]);
    assert_eq!(page.sources, [source("Mold guide", None)]);
}

fn cells(file: &[u8]) -> Vec<String> {
    let docx = read_docx(file).expect("a DOCX");
    let mut found = Vec::new();
    for child in &docx.document.children {
        let DocumentChild::Table(table) = child else { continue };
        for TableChild::TableRow(row) in &table.rows {
            for TableRowChild::TableCell(cell) in &row.cells {
                for content in &cell.children {
                    if let TableCellContent::Paragraph(paragraph) = content {
                        found.push(text(paragraph));
                    }
                }
            }
        }
    }
    found
}

#[test]
fn page_without_text_is_written() {
    for format in [Format::Markdown, Format::Html, Format::Docx] {
        assert!(!Page::new(&Draft::default(), &[]).write(format).expect("written").is_empty());
    }
}

/// Texts that markup languages interpret.
const HOSTILE: [&str; 16] = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "[link](javascript:alert(1)) ![picture](x)",
    "# heading",
    "1. first",
    "10) tenth",
    "- item",
    "+ item",
    "*bold* _thin_ `code` ~~gone~~ | cell",
    "=====",
    "---",
    "&lt;b&gt; &amp; &#60;",
    "https://example.com www.example.com eve@example.com",
    "\\[escaped\\] $x^2$ {{ template }}",
    "</title></article>]]>",
    "Zeile\u{0}\u{8}\u{FFFE} 日本語 \u{202E} 🎈",
];

fn hostile(text: &str) -> Page {
    let draft = Draft {
        title: sentence(text, &[]),
        description: sentence(text, &[]),
        blocks: vec![
            heading(2, text),
            block(BlockKind::Paragraph, vec![sentence(text, &[])]),
            block(BlockKind::Item, vec![sentence(text, &[])]),
        ],
        links: vec![PageLink { url: "https://example.com/\"><b>".to_owned(), anchor: text.to_owned() }],
    };
    Page::new(&draft, &[cited("a", source(text, Some("https://example.com/a\"b")))])
}

/// Returns the text as exports write it.
fn plain(text: &str) -> String {
    let Some(Part::Paragraph(plain)) = hostile(text).parts.get(1).cloned() else { return String::new() };
    plain.text
}

/// Asserts that Markdown has the text four times as plain text, and nothing but the page's own markup.
fn check_markdown(text: &str) {
    let file = written(&hostile(text), Format::Markdown);
    let body = file.splitn(3, "---\n").nth(2).expect("a body");
    let (mut texts, mut current) = (Vec::new(), String::new());
    for event in Parser::new_ext(body, Options::all() - Options::ENABLE_SMART_PUNCTUATION) {
        match event {
            Event::Text(part) => current.push_str(&part),
            Event::Start(Tag::Heading { .. } | Tag::Paragraph | Tag::List(_) | Tag::Item | Tag::Link { .. }) => {}
            Event::End(_) => texts.push(std::mem::take(&mut current)),
            other => panic!("{text:?} gives {other:?}\n{body}"),
        }
    }
    let count = texts.iter().filter(|found| **found == plain(text)).count();
    assert_eq!(count, 4, "heading, paragraph, item and link: {texts:?}\n{body}");
}

fn check_html(text: &str) {
    let html = Html::parse_document(&written(&hostile(text), Format::Html));
    let names: Vec<&str> = html.root_element().descendent_elements().map(|element| element.value().name()).collect();
    let expected = [
        "html", "head", "meta", "meta", "title", "meta", "body", "main", "article", "h2", "p", "ul", "li", "nav", "ul",
        "li", "a", "footer", "h2", "ol", "li", "a",
    ];
    assert_eq!(names, expected, "{text:?}");
    for selector in ["title", "h2", "p", "article li", "nav a"] {
        let selector = Selector::parse(selector).expect("a selector");
        let found: String = html.select(&selector).next().expect("an element").text().collect();
        assert_eq!(found, plain(text));
    }
}

fn check_docx(text: &str) {
    let file = hostile(text).write(Format::Docx).expect("written");
    let texts: Vec<String> = paragraphs(&file).into_iter().map(|(_, _, text)| text).collect();
    let expected = read_twice(&plain(text));
    assert_eq!(texts.iter().filter(|found| **found == expected).count(), 4, "{texts:?}");
}

/// Returns a text as the reader of DOCX files returns it: it resolves entities of the text a second time.
fn read_twice(text: &str) -> String {
    let known = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&amp;", "&"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&apos;", "'"),
        ("&nbsp;", " "),
    ];
    let (mut read, mut rest) = (String::new(), text);
    while let Some(first) = rest.chars().next() {
        let entity = known.iter().find(|(entity, _)| rest.starts_with(entity));
        read.push_str(entity.map_or(&rest[..first.len_utf8()], |(_, meant)| meant));
        rest = &rest[entity.map_or(first.len_utf8(), |(entity, _)| entity.len())..];
    }
    read
}

#[test]
fn hostile_texts_are_never_markup() {
    for text in HOSTILE {
        check_markdown(text);
        check_html(text);
        check_docx(text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn any_text_is_never_markup(text in "[ -~\u{e9}\n]{1,40}") {
        prop_assume!(!plain(&text).is_empty());
        check_markdown(&text);
        check_html(&text);
        check_docx(&text);
    }
}

#[test]
fn front_matter_is_one_line_for_each_field() {
    let page = Page { title: "a\"\\: {x}".to_owned(), description: "# b --- \u{85}".to_owned(), ..Page::default() };
    let text = written(&page, Format::Markdown);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..2], ["---", r#"title: "a\"\\: {x}""#]);
    assert!(lines[2].starts_with("description: \"# b ---"), "{text}");
}

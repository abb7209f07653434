//! Markup of a page: its tree, title, `theme-color` and style sheets.

use cssparser::{Parser, Token};
use html5ever::{driver, tendril::TendrilSink};
use scraper::{ElementRef, Html, HtmlTreeSink};

use super::{
    ThemeError, go_on, limits,
    media::{self, Scheme, When},
};
use engines::common::Control;

/// Bytes parsed between two checks for cancellation.
const PIECE: usize = 16 << 10;

/// Style sources of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sources {
    /// Base URL, if the page sets one.
    pub base: Option<String>,
    /// Style sheets in order of precedence.
    pub sheets: Vec<Source>,
}

/// One style sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// In the page.
    Inline(String),
    /// External.
    Linked {
        /// Its address, relative to the page.
        href: String,
        /// Media query of the page for it.
        media: String,
    },
}

impl Source {
    /// Wraps the text of a linked sheet in its media query.
    #[must_use]
    pub fn for_media(css: &str, media: &str) -> String {
        if media.trim().is_empty() { css.to_owned() } else { format!("@media {media} {{\n{css}\n}}") }
    }
}

/// Returns the style sheets of a page.
///
/// # Errors
/// Returns a [`ThemeError`] if the page cannot be parsed.
pub fn sources(html: &str, control: &dyn Control) -> Result<Sources, ThemeError> {
    let document = parse(html, control)?;
    let base = elements(&document).find(|element| element.value().name() == "base");
    let base = base.and_then(|base| base.attr("href")).map(str::to_owned);
    Ok(Sources { base, sheets: elements(&document).filter_map(source).take(limits::MOST_SHEETS).collect() })
}

/// Returns the addresses of a sheet's imports.
#[must_use]
pub fn imports(css: &str) -> Vec<String> {
    let mut parser = Parser::new(css);
    let mut found = Vec::new();
    while let Ok(token) = parser.next() {
        match token {
            Token::AtKeyword(name) if name.eq_ignore_ascii_case("import") => {
                found.extend(parser.try_parse(|parser| parser.expect_url_or_string().map(|url| url.to_string())).ok());
            }
            // Imports must precede all rules.
            Token::CurlyBracketBlock => break,
            _ => {}
        }
        if found.len() >= limits::MOST_SHEETS {
            break;
        }
    }
    found
}

/// Parses a page in pieces, so that slow pages can be cancelled.
pub(super) fn parse(html: &str, control: &dyn Control) -> Result<Html, ThemeError> {
    if html.bytes().filter(|byte| *byte == b'<').count() > limits::MOST_TAGS {
        return Err(ThemeError::TooLarge { what: "tags", limit: limits::MOST_TAGS });
    }
    let mut parser = driver::parse_document(HtmlTreeSink::new(Html::new_document()), driver::ParseOpts::default());
    let mut rest = html;
    while !rest.is_empty() {
        go_on(control)?;
        let mut end = rest.len().min(PIECE);
        while !rest.is_char_boundary(end) {
            end += 1;
        }
        let (piece, others) = rest.split_at(end);
        parser.process(piece.into());
        if levels(&parser.tokenizer.sink.sink.0.borrow()) > limits::MOST_LEVELS {
            return Err(ThemeError::TooLarge { what: "levels of elements", limit: limits::MOST_LEVELS });
        }
        rest = others;
    }
    Ok(parser.finish())
}

/// Nesting depth of the latest element.
fn levels(document: &Html) -> usize {
    let (mut node, mut levels) = (document.tree.root(), 0);
    while let Some(child) = node.last_child() {
        (node, levels) = (child, levels + 1);
    }
    levels
}

pub(super) fn title(document: &Html) -> Option<String> {
    let title = elements(document).find(|element| element.value().name() == "title")?;
    let text = title.text().collect::<String>();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(text.chars().filter(|character| !character.is_control()).collect())
}

/// Returns the `theme-color` of the page.
pub(super) fn theme_color(document: &Html, scheme: Scheme) -> Option<String> {
    let metas = elements(document).filter(|element| {
        let is_named = element.attr("name").is_some_and(|name| name.eq_ignore_ascii_case("theme-color"));
        element.value().name() == "meta" && is_named
    });
    let mut holding = metas.filter(|meta| media::when(meta.attr("media").unwrap_or_default()).holds(scheme));
    holding.find_map(|meta| meta.attr("content")).map(str::to_owned)
}

fn elements(document: &Html) -> impl Iterator<Item = ElementRef<'_>> {
    document.tree.root().descendants().filter_map(ElementRef::wrap)
}

fn source(element: ElementRef<'_>) -> Option<Source> {
    let media = element.attr("media").unwrap_or_default();
    match element.value().name() {
        "style" => {
            let css: String = element.text().collect();
            (media::when(media) != When::Never).then(|| Source::Inline(Source::for_media(&css, media)))
        }
        "link" => linked(element, media),
        _ => None,
    }
}

/// Returns a linked sheet, including one that the page's script activates after loading.
fn linked(element: ElementRef<'_>, media: &str) -> Option<Source> {
    let href = element.attr("href")?.trim();
    let rel = element.attr("rel").unwrap_or_default().to_ascii_lowercase();
    let words: Vec<&str> = rel.split_ascii_whitespace().collect();
    let is_late = element.attr("onload").is_some();
    let is_sheet = words.contains(&"stylesheet") || (words.contains(&"preload") && element.attr("as") == Some("style"));
    if href.is_empty() || !is_sheet || words.contains(&"alternate") || element.attr("disabled").is_some() {
        return None;
    }
    let media = if is_late { "" } else { media };
    (media::when(media) != When::Never).then(|| Source::Linked { href: href.to_owned(), media: media.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use engines::common::Unattended;

    #[test]
    fn sheets_are_found_in_their_order_and_those_for_paper_are_not() {
        let html = r#"<base href="/a/"><link rel="StyleSheet" href=" one.css "><style>p{color:red}</style>
            <link rel=stylesheet media=print href=paper.css><link rel="alternate stylesheet" href=other.css>
            <link rel=stylesheet media=print onload="this.media='all'" href=late.css>
            <style media="(prefers-color-scheme: dark)">p{}</style><link rel=icon href=x.png>"#;
        let found = sources(html, &Unattended).unwrap();
        assert_eq!(found.base.as_deref(), Some("/a/"));
        let linked = |href: &str| Source::Linked { href: href.to_owned(), media: String::new() };
        let dark = "@media (prefers-color-scheme: dark) {\np{}\n}".to_owned();
        let inline = Source::Inline("p{color:red}".to_owned());
        assert_eq!(found.sheets, [linked("one.css"), inline, linked("late.css"), Source::Inline(dark)]);
    }

    #[test]
    fn what_a_sheet_takes_in_stands_before_its_rules() {
        let css = "@charset 'x'; @layer a,b; @import 'one.css'; @import url(two.css) screen; @import url('three.css');
            p{} @import 'late.css';";
        assert_eq!(imports(css), ["one.css", "two.css", "three.css"]);
        assert_eq!(imports("@import"), Vec::<String>::new());
        assert_eq!(imports("}}@import ;;{"), Vec::<String>::new());
    }

    #[test]
    fn a_page_of_tags_alone_is_refused() {
        let deep = "<div>".repeat(limits::MOST_TAGS + 1);
        let what = ThemeError::TooLarge { what: "tags", limit: limits::MOST_TAGS };
        assert_eq!(sources(&deep, &Unattended), Err(what));
    }

    #[test]
    fn a_page_nested_beyond_measure_is_refused_and_one_that_a_browser_would_nest_is_read() {
        let nested = |levels: usize| format!("<style>p{{}}</style>{}<p>x</p>", "<div>".repeat(levels));
        let what = ThemeError::TooLarge { what: "levels of elements", limit: limits::MOST_LEVELS };
        assert_eq!(sources(&nested(20_000), &Unattended), Err(what));
        assert_eq!(sources(&nested(512), &Unattended).map(|found| found.sheets.len()), Ok(1));
    }
}

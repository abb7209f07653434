//! Style sheets: rules that set colours or fonts, with their selectors. Other rules and invalid ones are skipped, as
//! browsers do.

use std::rc::Rc;

use cssparser::{
    AtRuleParser, CowRcStr, DeclarationParser, ParseError, Parser, ParserState, QualifiedRuleParser,
    RuleBodyItemParser, RuleBodyParser, StyleSheetParser,
};
use engines::common::Control;
use scraper::selector::Simple;
use selectors::parser::{ParseRelative, Selector, SelectorList};

use super::{
    ThemeError, go_on,
    limits::{DEEPEST_BLOCK, DEEPEST_VALUE, LONGEST_TEXT, MOST_LAYERS, MOST_SELECTORS},
    media::{self, Scheme, When},
};

/// Property of a declaration.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Property {
    Colour,
    Background,
    Family,
    Font,
    Radius,
    Display,
    Variable(Rc<str>),
}

/// A property with its unparsed value.
#[derive(Debug, Clone)]
pub(super) struct Declaration {
    pub(super) property: Property,
    pub(super) value: Rc<str>,
    pub(super) is_important: bool,
}

/// A selector with its declarations.
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) selector: Selector<Simple>,
    pub(super) declarations: Rc<[Declaration]>,
    pub(super) when: When,
    /// Rules outside layers override rules in layers, later layers override earlier ones.
    pub(super) layer: usize,
}

/// All rules of a page, in order.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    pub(super) rules: Vec<Rule>,
    /// True if any rule applies only to dark mode.
    pub(super) has_dark: bool,
    layers: Vec<String>,
    end: Option<ThemeError>,
}

/// Outside all layers.
const NO_LAYER: usize = usize::MAX;

pub(super) fn parse(sheets: &[String], control: &dyn Control) -> Result<Sheet, ThemeError> {
    let mut sheet = Sheet::default();
    for css in sheets {
        let mut parser = Parser::new(css);
        parser.set_nested_block_limit(DEEPEST_BLOCK);
        block(&mut parser, &mut Block { sheet: &mut sheet, when: When::Always, layer: NO_LAYER, control });
        if let Some(end) = sheet.end {
            return Err(end);
        }
    }
    Ok(sheet)
}

/// Parses the declarations of a `style` attribute.
pub(super) fn declarations(text: &str) -> Vec<Declaration> {
    let mut parser = Parser::new(text);
    parser.set_nested_block_limit(DEEPEST_BLOCK);
    body(&mut parser)
}

fn block(parser: &mut Parser<'_>, block: &mut Block<'_>) {
    let mut rules = StyleSheetParser::new(parser, block);
    // Invalid rules are skipped.
    while rules.next().is_some() {
        if rules.parser.sheet.end.is_none()
            && let Err(cancelled) = go_on(rules.parser.control)
        {
            rules.parser.sheet.end = Some(cancelled);
        }
        if rules.parser.sheet.end.is_some() {
            return;
        }
    }
}

fn body(parser: &mut Parser<'_>) -> Vec<Declaration> {
    RuleBodyParser::new(parser, &mut Body).filter_map(Result::ok).flatten().collect()
}

impl Sheet {
    fn layer(&mut self, name: &str) -> usize {
        let known = self.layers.iter().position(|layer| layer == name).filter(|_| !name.is_empty());
        known.unwrap_or_else(|| {
            if self.layers.len() >= MOST_LAYERS {
                self.end.get_or_insert(ThemeError::TooLarge { what: "layers", limit: MOST_LAYERS });
                return NO_LAYER;
            }
            self.layers.push(name.to_owned());
            self.layers.len() - 1
        })
    }

    fn add(&mut self, selectors: &str, declarations: &Rc<[Declaration]>, when: When, layer: usize) {
        self.has_dark |= when == When::In(Scheme::Dark);
        for text in split(selectors) {
            self.add_one(text, declarations, when, layer);
            if let Some(dark) = in_the_dark(text) {
                let when = when.and(When::In(Scheme::Dark));
                self.has_dark |= when != When::Never;
                self.add_one(&dark, declarations, when, layer);
            }
        }
    }

    fn add_one(&mut self, selector: &str, declarations: &Rc<[Declaration]>, when: When, layer: usize) {
        let parens = selector.bytes().filter(|byte| *byte == b'(').count();
        if selector.len() > LONGEST_TEXT || parens > DEEPEST_VALUE || when == When::Never {
            return;
        }
        let at_rest = selector.replace(":any-link", "").replace(":link", "");
        let mut parser = Parser::new(&at_rest);
        let Ok(list) = SelectorList::parse(&scraper::selector::Parser, &mut parser, ParseRelative::No) else { return };
        for selector in list.slice() {
            if self.rules.len() >= MOST_SELECTORS {
                let what = "rules that colour something";
                self.end.get_or_insert(ThemeError::TooLarge { what, limit: MOST_SELECTORS });
            } else {
                let (selector, declarations) = (selector.clone(), declarations.clone());
                self.rules.push(Rule { selector, declarations, when, layer });
            }
        }
    }
}

/// Splits a list of selectors at commas outside parentheses, brackets and strings.
fn split(list: &str) -> Vec<&str> {
    let (mut parts, mut from, mut depth, mut quote) = (Vec::new(), 0, 0, None);
    for (at, byte) in list.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), byte) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'(' | b'[') => depth += 1,
            (None, b')' | b']') => depth -= 1,
            (None, b',') if depth == 0 => {
                parts.push(list[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(list[from..].trim());
    parts
}

const DARK_CLASSES: [&str; 4] = [".dark-mode", ".dark-theme", ".theme-dark", ".dark"];
const DARK_ATTRIBUTES: [&str; 7] =
    ["theme", "data-theme", "data-bs-theme", "data-mode", "data-color-mode", "data-color-scheme", "data-scheme"];
const TOP: &str = ":is(:root, body)";

/// Returns the selector in the page's own dark mode; `None` if it has no such switch.
fn in_the_dark(selector: &str) -> Option<String> {
    let (mut switched, mut rest, mut is_found) = (String::new(), selector, false);
    while let Some(first) = rest.chars().next() {
        if let Some(length) = dark_mark(rest) {
            switched.push_str(TOP);
            rest = &rest[length..];
            is_found = true;
        } else {
            switched.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    is_found.then_some(switched)
}

/// Length of the dark-mode marker at the start of the text.
fn dark_mark(text: &str) -> Option<usize> {
    let is_end = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '\\'));
    if let Some(class) = DARK_CLASSES.iter().find(|class| text.strip_prefix(**class).is_some_and(is_end)) {
        return Some(class.len());
    }
    let inner = text.strip_prefix('[')?;
    let end = inner.find(']')?;
    let (name, value) = inner[..end].split_once('=')?;
    let is_dark = value.trim().trim_matches(['"', '\'']) == "dark";
    (is_dark && DARK_ATTRIBUTES.contains(&name.trim_end_matches(['~', '^', '*', '|']).trim())).then_some(end + 2)
}

/// A sheet, or a block of rules in it.
struct Block<'s> {
    sheet: &'s mut Sheet,
    when: When,
    layer: usize,
    control: &'s dyn Control,
}

/// Prelude of an at-rule.
enum Prelude {
    When(When),
    Layers(String),
}

/// Returns the unparsed rest.
fn rest<'i>(input: &mut Parser<'i>) -> &'i str {
    let start = input.position();
    while input.next().is_ok() {}
    input.slice_from(start).trim()
}

impl<'i> QualifiedRuleParser<'i> for Block<'_> {
    type Prelude = &'i str;
    type QualifiedRule = ();
    type Error = ();

    fn parse_prelude(&mut self, input: &mut Parser<'i>) -> Result<&'i str, ParseError<()>> {
        Ok(rest(input))
    }

    fn parse_block(
        &mut self, selectors: &'i str, _: &ParserState, input: &mut Parser<'i>,
    ) -> Result<(), ParseError<()>> {
        let declarations: Rc<[Declaration]> = body(input).into();
        if !declarations.is_empty() {
            self.sheet.add(selectors, &declarations, self.when, self.layer);
        }
        Ok(())
    }
}

impl<'i> AtRuleParser<'i> for Block<'_> {
    type Prelude = Prelude;
    type AtRule = ();
    type Error = ();

    fn parse_prelude(&mut self, name: CowRcStr<'i>, input: &mut Parser<'i>) -> Result<Prelude, ParseError<()>> {
        let text = rest(input);
        Ok(match name.to_ascii_lowercase().as_str() {
            "media" => Prelude::When(media::when(text)),
            "supports" if text.starts_with("not") => Prelude::When(When::Never),
            "supports" | "container" => Prelude::When(When::Always),
            "layer" => Prelude::Layers(text.to_owned()),
            _ => return Err(ParseError::unexpected_token()),
        })
    }

    fn rule_without_block(&mut self, prelude: Prelude, _: &ParserState) -> Result<(), ()> {
        if let Prelude::Layers(names) = prelude {
            for name in names.split(',') {
                if self.sheet.end.is_some() {
                    break;
                }
                self.sheet.layer(name.trim());
            }
        }
        Ok(())
    }

    fn parse_block(&mut self, prelude: Prelude, _: &ParserState, input: &mut Parser<'i>) -> Result<(), ParseError<()>> {
        let (when, layer) = match prelude {
            Prelude::When(when) => (self.when.and(when), self.layer),
            Prelude::Layers(name) => (self.when, self.sheet.layer(&name)),
        };
        if when != When::Never {
            block(input, &mut Block { sheet: self.sheet, when, layer, control: self.control });
        }
        Ok(())
    }
}

/// Declarations of a rule.
struct Body;

impl<'i> DeclarationParser<'i> for Body {
    type Declaration = Option<Declaration>;
    type Error = ();

    fn parse_value(
        &mut self, name: CowRcStr<'i>, input: &mut Parser<'i>, _: &ParserState,
    ) -> Result<Option<Declaration>, ParseError<()>> {
        let property = property(&name).ok_or_else(ParseError::unexpected_token)?;
        let text = rest(input);
        let (value, is_important) = match text.rsplit_once('!') {
            Some((value, word)) if word.trim().eq_ignore_ascii_case("important") => (value.trim(), true),
            _ => (text, false),
        };
        if value.len() > LONGEST_TEXT {
            return Err(ParseError::unexpected_token());
        }
        Ok(Some(Declaration { property, value: value.into(), is_important }))
    }
}

fn property(name: &str) -> Option<Property> {
    if name.starts_with("--") {
        return Some(Property::Variable(name.into()));
    }
    Some(match name.to_ascii_lowercase().as_str() {
        "color" => Property::Colour,
        "background" | "background-color" => Property::Background,
        "font-family" => Property::Family,
        "font" => Property::Font,
        "border-radius" => Property::Radius,
        "display" => Property::Display,
        _ => return None,
    })
}

/// Nested rules are skipped.
impl<'i> QualifiedRuleParser<'i> for Body {
    type Prelude = ();
    type QualifiedRule = Option<Declaration>;
    type Error = ();
}

impl AtRuleParser<'_> for Body {
    type Prelude = ();
    type AtRule = Option<Declaration>;
    type Error = ();
}

impl RuleBodyItemParser<'_, Option<Declaration>, ()> for Body {
    fn parse_declarations(&self) -> bool {
        true
    }

    fn parse_qualified(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(css: &str) -> Sheet {
        parse(&[css.to_owned()], &engines::common::Unattended).unwrap()
    }

    #[test]
    fn rules_are_read_around_what_cannot_be() {
        let css = "@charset 'x'; p{color:red} }; ]) a:hover{color:blue} b{margin:0} @font-face{font-family:x}
            i, em , u:focus {background:#123 !important; color:;} @media print{s{color:red}} q{color:blue";
        let sheet = parsed(css);
        let values: Vec<_> = sheet.rules.iter().flat_map(|rule| rule.declarations.iter()).collect();
        assert!(values.iter().any(|one| one.property == Property::Colour && &*one.value == "red"), "{sheet:?}");
        assert!(values.iter().any(|one| one.is_important && &*one.value == "#123"), "{sheet:?}");
        assert!(!sheet.has_dark && sheet.rules.iter().all(|rule| rule.when == When::Always));
        assert!(parsed("\0\u{1}{{{{{{{{((((((((((((((((((((((").rules.is_empty());
    }

    #[test]
    fn blocks_within_blocks_are_left_where_they_go_too_deep() {
        let deep = format!("{}p{{color:red}}{}", "@media screen{".repeat(50_000), "}".repeat(50_000));
        assert!(parsed(&deep).rules.is_empty());
        let deep = format!("{}a{}{{color:red}}", ":is(".repeat(50_000), ")".repeat(50_000));
        assert!(parsed(&deep).rules.is_empty());
        assert_eq!(parsed("@media screen{@supports (a:b){p{color:red}}}").rules.len(), 1);
    }

    #[test]
    fn a_pages_own_switch_to_the_dark_is_known() {
        assert_eq!(in_the_dark("html.dark .card").as_deref(), Some("html:is(:root, body) .card"));
        assert_eq!(in_the_dark("[data-theme='dark'] a").as_deref(), Some(":is(:root, body) a"));
        for none in [".darker", ".dark\\:bg", "[data-theme=light]", ".sidebar-dark", "a[href]"] {
            assert_eq!(in_the_dark(none), None, "{none}");
        }
        assert!(
            parsed(".dark{--a:red}").has_dark && parsed("@media (prefers-color-scheme:dark){p{color:red}}").has_dark
        );
    }

    #[test]
    fn layers_count_in_the_order_of_their_first_naming() {
        let sheet = parsed("@layer b, a; @layer a{p{color:red}} @layer b{q{color:red}} i{color:red}");
        assert_eq!(sheet.rules.iter().map(|rule| rule.layer).collect::<Vec<_>>(), [1, 0, NO_LAYER]);
    }
}

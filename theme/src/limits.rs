//! Limits that bound memory and time for any page. Normal pages are far below them.

/// Style sheets of a page, including imports.
pub const MOST_SHEETS: usize = 24;
/// Tags of a page, because parsing time can grow quadratically.
pub(super) const MOST_TAGS: usize = 100_000;
/// Nesting depth while parsing, because the parser searches all open elements at each new one. Browsers stop at 512.
pub(super) const MOST_LEVELS: usize = 2_000;
/// Elements analysed, from the top of the page.
pub(super) const MOST_ELEMENTS: usize = 3_000;
/// Elements nested deeper are not analysed.
pub(super) const DEEPEST: usize = 200;
/// Selectors of rules with colours.
pub(super) const MOST_SELECTORS: usize = 40_000;
/// Named and unnamed layers of all style sheets, which are searched at each rule.
pub(super) const MOST_LAYERS: usize = 2_000;
/// Number of selector tests.
pub(super) const MOST_MATCHES: usize = 4_000_000;
/// Characters of a selector, of a value, and of a value with resolved variables.
pub(super) const LONGEST_TEXT: usize = 600;
/// Nesting depth of parentheses.
pub(super) const DEEPEST_VALUE: usize = 12;
/// Nesting depth of blocks in a style sheet.
pub(super) const DEEPEST_BLOCK: u8 = 16;
/// Characters of a theme's name.
pub(super) const NAME_CHARS: usize = 80;
/// Characters of an element's own text that count, so that a long article counts as one text.
pub(super) const TEXT_CHARS: usize = 400;

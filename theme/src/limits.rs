//! How much of a page is read. They bound memory and time whatever a page holds; pages that people make stay far below.

/// Style sheets of one page, those that they import among them.
pub const MOST_SHEETS: usize = 24;
/// Tags of a page: a parser's time may grow by their square.
pub(super) const MOST_TAGS: usize = 100_000;
/// Elements within elements: a parser looks through all that are open at each new one. Browsers stop nesting at 512.
pub(super) const MOST_LEVELS: usize = 2_000;
/// Elements that are looked at, from the top of the page.
pub(super) const MOST_ELEMENTS: usize = 3_000;
/// Elements nested deeper are not looked at.
pub(super) const DEEPEST: usize = 200;
/// Selectors of rules that colour anything.
pub(super) const MOST_SELECTORS: usize = 40_000;
/// How often a selector is held against an element.
pub(super) const MOST_MATCHES: usize = 4_000_000;
/// Characters of a selector, of a value, and of a value after its variables were put in.
pub(super) const LONGEST_TEXT: usize = 600;
/// Parentheses within parentheses.
pub(super) const DEEPEST_VALUE: usize = 12;
/// Blocks within blocks of a style sheet.
pub(super) const DEEPEST_BLOCK: u8 = 16;
/// Characters of a theme's name.
pub(super) const NAME_CHARS: usize = 80;
/// Characters of one element's own text that count: a long article is still one text.
pub(super) const TEXT_CHARS: usize = 400;

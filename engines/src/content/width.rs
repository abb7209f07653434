//! Displayed width of titles.

/// Computes the width of a title in pixels, in Arial at 20 pixels, rounded up.
///
/// Advance widths in thousandths of the size from the font metrics of Helvetica (Adobe, AFM), which Arial
/// shares; characters beyond ASCII count as a wide letter.
pub fn title_pixels(title: &str) -> u32 {
    let thousandths: u32 = title.chars().map(advance).sum();
    (thousandths * 20).div_ceil(1_000)
}

fn advance(character: char) -> u32 {
    match character {
        '\'' => 191,
        'i' | 'j' | 'l' | '’' => 222,
        '|' => 260,
        ' ' | '!' | ',' | '.' | '/' | ':' | ';' | 'I' | '[' | ']' | '\\' | 'f' | 't' => 278,
        '(' | ')' | '-' | 'r' | '`' => 333,
        '{' | '}' => 334,
        '"' => 355,
        '*' => 389,
        '^' => 469,
        'c' | 'k' | 's' | 'v' | 'x' | 'y' | 'z' | 'J' => 500,
        '0'..='9'
        | 'a'
        | 'b'
        | 'd'
        | 'e'
        | 'g'
        | 'h'
        | 'n'
        | 'o'
        | 'p'
        | 'q'
        | 'u'
        | '$'
        | '#'
        | '?'
        | '_'
        | 'L'
        | '–' => 556,
        '+' | '<' | '=' | '>' | '~' => 584,
        'F' | 'T' | 'Z' => 611,
        'A' | 'B' | 'E' | 'K' | 'P' | 'S' | 'V' | 'X' | 'Y' | '&' => 667,
        'C' | 'D' | 'H' | 'N' | 'R' | 'U' | 'w' => 722,
        'G' | 'O' | 'Q' => 778,
        'M' | 'm' => 833,
        '%' => 889,
        'W' => 944,
        _ => 1_015,
    }
}

/// Widest title that is shown whole, pixels.
const WIDEST: u32 = 561;

/// True for 30 to 60 characters and at most 561 pixels.
pub(super) fn is_title_ok(title: &str) -> bool {
    (30..=60).contains(&title.chars().count()) && title_pixels(title) <= WIDEST
}

/// True for 70 to 155 characters.
pub(super) fn is_description_ok(description: &str) -> bool {
    (70..=155).contains(&description.chars().count())
}

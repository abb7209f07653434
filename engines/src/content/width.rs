//! How wide a title is shown.

/// Width of a title in pixels, in Arial at 20 pixels, rounded up.
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

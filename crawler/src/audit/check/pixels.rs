//! Width of a text in search results.

/// Widths of the letters of Arial from space to tilde, in thousandths of the font size: those of Helvetica, whose metrics
/// Arial shares (Adobe font metrics of Helvetica).
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
];

/// Font sizes of Google's desktop results.
pub(super) const TITLE_FONT: u32 = 20;
pub(super) const DESCRIPTION_FONT: u32 = 14;

/// Returns the width of a text in Arial, in pixels.
pub(super) fn width(text: &str, font: u32) -> u32 {
    let thousandths: u64 = text.chars().map(|character| u64::from(letter(character))).sum();
    u32::try_from((thousandths * u64::from(font)).div_ceil(1000)).unwrap_or(u32::MAX)
}

fn letter(character: char) -> u16 {
    match character {
        ' '..='~' => WIDTHS[character as usize - ' ' as usize],
        // Chinese, Japanese and Korean fill a square.
        '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ff60}' => 1000,
        '\u{300}'..='\u{36f}' => 0,
        '–' => 556,
        '—' | '…' => 1000,
        '‘' | '’' => 222,
        '“' | '”' => 333,
        _ => 570,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn width_adds_the_letters_of_arial() {
        assert_eq!(width("", TITLE_FONT), 0);
        // W 944 + i 222 + l 222, at 20 pixels.
        assert_eq!(width("Wil", TITLE_FONT), 28);
        assert_eq!(width("日本", DESCRIPTION_FONT), 28);
    }
}

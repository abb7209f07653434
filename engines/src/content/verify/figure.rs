//! Figures in digits.

/// A figure as it is written.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Figure {
    pub(super) written: String,
    pub(super) value: f64,
    /// `$`, `€` or `£`.
    pub(super) currency: Option<char>,
    /// Letters and marks after the digits: `%`, `am`, `k`, `nd`.
    pub(super) suffix: String,
    /// Telephone numbers, dates, licences: compared as text without separators.
    pub(super) code: Option<String>,
    /// True for the first bound of a range in one piece: `350-900`.
    pub(super) opens_range: bool,
}

/// Reads the figures of a piece without spaces, and the words that follow a hyphen: `10-year`. `None` for words that
/// begin with a letter and for marks alone, which are codes only with a digit inside.
pub(super) fn figures_of(piece: &str) -> Option<(Vec<Figure>, String)> {
    let piece: String = piece.chars().map(plain_digit).collect();
    let groups: Vec<&str> = piece.split(['-', '\u{2013}', '/']).collect();
    let digits = piece.chars().filter(char::is_ascii_digit).count();
    let is_plain =
        |group: &&str| group.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '$' | '€' | '£' | '.' | '#'));
    let is_letters_first = piece.starts_with(|c: char| c.is_alphabetic());
    if is_letters_first
        || digits >= 7 && groups.len() > 1
        || groups.len() > 2 && groups.iter().all(is_plain)
        || digits >= 7 && !piece.contains([',', '.', '$'])
    {
        let code: String = piece.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        let figure = Figure {
            written: piece,
            value: 0.0,
            currency: None,
            suffix: String::new(),
            code: Some(code),
            opens_range: false,
        };
        return Some((vec![figure], String::new()));
    }
    if let [top, bottom] = groups[..]
        && piece.contains('/')
        && let (Ok(a), Ok(b)) = (top.parse::<f64>(), bottom.parse::<f64>())
        && b > 0.0
    {
        let is_always = (a, b) == (24.0, 7.0);
        let code = is_always.then(|| "24/7".to_owned());
        let figure = Figure {
            written: piece.clone(),
            value: a / b,
            currency: None,
            suffix: String::new(),
            code,
            opens_range: false,
        };
        return Some((vec![figure], String::new()));
    }
    let count = groups.iter().take_while(|group| is_plain(group)).count().min(2);
    let mut figures: Vec<Figure> = groups[..count].iter().filter_map(|group| figure(group)).collect();
    if figures.is_empty() {
        return None;
    }
    if let [low, _] = &mut figures[..] {
        low.opens_range = true;
    }
    Some((figures, groups[count..].join("-")))
}

fn figure(text: &str) -> Option<Figure> {
    let currency = text.chars().next().filter(|c| matches!(c, '$' | '€' | '£'));
    let bare = text.trim_start_matches(['$', '€', '£', '#']);
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let end = bare.find(|c| !is_part(c)).unwrap_or(bare.len());
    let number = bare[..end].trim_end_matches(['.', ',']).replace(',', "");
    let dots = number.matches('.').count();
    let value: f64 = if dots > 1 { number.replace('.', "").parse().ok()? } else { number.parse().ok()? };
    let suffix = bare[end..].trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '%' | '"' | '\'' | '°'));
    let suffix = suffix.to_lowercase().replace('.', "");
    value.is_finite().then(|| Figure {
        written: text.to_owned(),
        value,
        currency,
        suffix,
        code: None,
        opens_range: false,
    })
}

/// Converts decimal digits of other scripts.
fn plain_digit(digit: char) -> char {
    let zero = match digit as u32 {
        0x0660..=0x0669 => 0x0660,
        0x06F0..=0x06F9 => 0x06F0,
        0x0966..=0x096F => 0x0966,
        0xFF10..=0xFF19 => 0xFF10,
        _ => return digit,
    };
    char::from_digit(digit as u32 - zero, 10).unwrap_or(digit)
}

/// Returns telephone numbers of a text as digits, and the text without them.
pub(super) fn telephones(text: &str) -> (Vec<String>, String) {
    let characters: Vec<char> = text.chars().map(plain_digit).collect();
    let (mut found, mut rest, mut at) = (Vec::new(), String::with_capacity(text.len()), 0);
    while at < characters.len() {
        let is_start = (characters[at].is_ascii_digit() || matches!(characters[at], '(' | '+'))
            && (at == 0 || !is_inside(characters[at - 1]));
        let length = if is_start { telephone(&characters[at..]) } else { 0 };
        if length > 0 {
            found.push(characters[at..at + length].iter().filter(|c| c.is_ascii_digit()).collect());
            rest.push_str(" phone ");
            at += length;
        } else {
            rest.push(characters[at]);
            at += 1;
        }
    }
    (found, rest)
}

fn is_inside(before: char) -> bool {
    before.is_alphanumeric() || matches!(before, '$' | '€' | '£' | '.' | '-')
}

/// Returns the length of a telephone number at the start: groups of two to four digits, 10 to 13 in all; else 0.
fn telephone(characters: &[char]) -> usize {
    let (mut digits, mut group, mut groups, mut end) = (0, 0, 0, 0);
    for (at, character) in characters.iter().enumerate().take(24) {
        if character.is_ascii_digit() {
            group += 1;
            digits += 1;
            groups += usize::from(group == 1);
            if group > 4 {
                return 0;
            }
            end = at + 1;
        } else if matches!(character, '(' | ')' | '-' | '.' | ' ' | '+' | '\u{2011}') {
            group = 0;
        } else {
            break;
        }
    }
    if (10..=13).contains(&digits) && groups >= 3 { end } else { 0 }
}

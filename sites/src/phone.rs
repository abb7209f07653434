//! Telephone numbers.

/// Returns the digits of a number for a link, with a plus before an international one; `None` for fewer than seven or more than
/// fifteen digits.
pub(crate) fn link(number: &str) -> Option<String> {
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    if !(7..=15).contains(&digits.len()) {
        return None;
    }
    Some(if number.trim_start().starts_with('+') { format!("+{digits}") } else { digits })
}

/// Returns a number as people write it: `+19185550123` becomes `(918) 555-0123`; numbers of other countries as they are.
pub(crate) fn shown(number: &str) -> String {
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    let national = if number.trim_start().starts_with("+1") { digits.strip_prefix('1') } else { None };
    match national {
        Some(national) if national.len() == 10 => {
            format!("({}) {}-{}", &national[..3], &national[3..6], &national[6..])
        }
        _ => number.trim().to_owned(),
    }
}

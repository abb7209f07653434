//! Font families of a theme.

/// Maximum number of characters of a theme's families.
const FAMILY_CHARS: usize = 200;
const GENERIC: [&str; 10] = [
    "serif",
    "sans-serif",
    "monospace",
    "cursive",
    "fantasy",
    "system-ui",
    "ui-serif",
    "ui-sans-serif",
    "ui-monospace",
    "ui-rounded",
];

/// Returns the families of a `font-family` without invalid names, ending with a generic one.
pub(super) fn families(value: &str) -> Option<String> {
    let bare = value.split(',').map(|name| name.trim().trim_matches(['"', '\'']));
    let names: Vec<&str> = bare.filter(|name| is_name(name)).collect();
    let generic = names.iter().find(|name| is_generic(name)).copied();
    if names.is_empty() {
        return None;
    }
    let generic = generic.unwrap_or("sans-serif");
    let mut list = String::new();
    for name in names.into_iter().filter(|name| !is_generic(name)) {
        if list.len() + name.len() + generic.len() + 4 <= FAMILY_CHARS {
            list.push_str(&if name.contains(' ') { format!("\"{name}\"") } else { name.to_owned() });
            list.push_str(", ");
        }
    }
    Some(list + generic)
}

/// Returns the families of a `font` shorthand, which follow the size.
pub(super) fn of_shorthand(value: &str) -> Option<&str> {
    let mut rest = value.trim();
    while let Some((word, others)) = rest.split_once(char::is_whitespace) {
        let is_size = word.starts_with(|c: char| c.is_ascii_digit() || c == '.')
            && word.contains(|c: char| c.is_ascii_alphabetic() || c == '%');
        rest = others.trim_start();
        if is_size {
            return Some(rest.trim_start_matches('/').trim_start());
        }
    }
    None
}

fn is_generic(name: &str) -> bool {
    GENERIC.contains(&name)
}

/// Returns true for letters, digits and other characters allowed in a name, none of which can end a declaration.
fn is_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '_');
    let is_keyword = ["inherit", "initial", "unset", "revert"].contains(&name);
    !is_keyword && name.chars().all(is_plain) && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_end_with_a_generic_one_and_hold_names_only() {
        for (value, expected) in [
            ("\"Playfair Display\", Georgia, serif", Some("\"Playfair Display\", Georgia, serif")),
            ("'Open Sans", Some("\"Open Sans\", sans-serif")),
            ("-apple-system, x;}body{, system-ui", Some("-apple-system, system-ui")),
            ("monospace", Some("monospace")),
            ("inherit", None),
            ("var(--font)", None),
            ("", None),
        ] {
            assert_eq!(families(value).as_deref(), expected, "{value}");
        }
        assert_eq!(of_shorthand("italic 700 16px/1.5 Georgia, serif"), Some("Georgia, serif"));
        assert_eq!(of_shorthand("1em \"A B\""), Some("\"A B\""));
        assert_eq!(of_shorthand("menu"), None);
    }
}

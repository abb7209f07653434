//! Lines of `_redirects`.

use super::Redirect;

pub(super) fn write(redirect: &Redirect) -> String {
    format!("{} {} {}", redirect.from, redirect.to, redirect.status())
}

/// Reads a line that redirects one path for everyone; patterns and rules with conditions are left out.
pub(super) fn read(line: &str) -> Option<Redirect> {
    let mut words = line.split_whitespace().take_while(|word| !word.starts_with('#'));
    let (from, to, status, more) = (words.next()?, words.next()?, words.next(), words.next());
    if more.is_some() || !from.starts_with('/') || from.contains(['*', ':', '?']) {
        return None;
    }
    let permanent = match status.map(|status| status.trim_end_matches('!')) {
        None | Some("301" | "308") => true,
        Some("302" | "303" | "307") => false,
        Some(_) => return None,
    };
    is_address(to).then(|| Redirect { from: from.to_owned(), to: to.to_owned(), permanent })
}

fn is_address(word: &str) -> bool {
    word.starts_with('/') || word.starts_with("https://") || word.starts_with("http://")
}

//! Mentions of a brand.

use serde::Serialize;

/// Most characters of a text that are searched.
const MOST_CHARACTERS: usize = 400_000;
/// Most terms.
const MOST_TERMS: usize = 200;
/// Characters around a mention.
const CONTEXT: usize = 80;

/// A mention of a term in a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mention {
    /// Term as it was searched for.
    pub term: String,
    /// First character in the text.
    pub start: usize,
    /// Character after the last.
    pub end: usize,
    /// Text around the mention.
    pub context: String,
}

/// Finds the terms of a brand in a text, as whole words in any case. Addresses are skipped: a link is a citation, no
/// mention. Of terms that overlap, the longest counts. At most 200 terms and 400,000 characters are searched.
#[must_use]
pub fn mentions(text: &str, terms: &[String]) -> Vec<Mention> {
    let characters: Vec<char> = text.chars().take(MOST_CHARACTERS).collect();
    let folded: Vec<char> = characters.iter().copied().map(fold).collect();
    let mut searched: Vec<(&String, Vec<char>)> =
        terms.iter().take(MOST_TERMS).map(|term| (term, term.trim().chars().map(fold).collect())).collect();
    searched.retain(|(_, term)| !term.is_empty());
    searched.sort_by_key(|(_, term)| std::cmp::Reverse(term.len()));
    let mut found = Vec::new();
    let mut at = 0;
    while at < folded.len() {
        if let Some(end) = address_end(&folded, at) {
            at = end;
            continue;
        }
        let Some((term, end)) = searched.iter().find_map(|(term, sought)| Some((term, word_end(&folded, at, sought)?)))
        else {
            at += 1;
            continue;
        };
        found.push(Mention { term: (*term).clone(), start: at, end, context: context(&characters, at, end) });
        at = end;
    }
    found
}

/// Returns the end of a term that begins here as a word.
fn word_end(text: &[char], at: usize, term: &[char]) -> Option<usize> {
    let end = at + term.len();
    let is_word = |index: Option<usize>| index.and_then(|index| text.get(index)).is_some_and(|c| c.is_alphanumeric());
    let begins = !term[0].is_alphanumeric() || !is_word(at.checked_sub(1));
    let ends = !term[term.len() - 1].is_alphanumeric() || !is_word(Some(end));
    (text.get(at..end)? == term && begins && ends).then_some(end)
}

/// Returns the end of an address that begins here.
fn address_end(text: &[char], at: usize) -> Option<usize> {
    let rest = &text[at..];
    let starts = |start: &str| rest.len() > start.len() && start.chars().eq(rest[..start.len()].iter().copied());
    if !starts("https://") && !starts("http://") {
        return None;
    }
    let ends = |c: &char| c.is_whitespace() || matches!(c, ')' | ']' | '>' | '"' | '<');
    Some(at + rest.iter().position(ends).unwrap_or(rest.len()))
}

fn fold(c: char) -> char {
    match c {
        '\u{2019}' => '\'',
        '\u{a0}' => ' ',
        c => c.to_lowercase().next().unwrap_or(c),
    }
}

fn context(characters: &[char], start: usize, end: usize) -> String {
    let (from, to) = (start.saturating_sub(CONTEXT), (end + CONTEXT).min(characters.len()));
    characters[from..to].iter().map(|c| if c.is_whitespace() { ' ' } else { *c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, terms: &[&str]) -> Vec<(String, usize)> {
        let terms: Vec<String> = terms.iter().map(|&term| term.to_owned()).collect();
        mentions(text, &terms).into_iter().map(|mention| (mention.term, mention.start)).collect()
    }

    #[test]
    fn mention_is_a_whole_word_in_any_case() {
        assert_eq!(found("ACME, acmetric and Pacme. Acme's", &["Acme"]), [("Acme".into(), 0), ("Acme".into(), 26)]);
        assert_eq!(found("Süd-Élan élan2", &["élan"]), [("élan".into(), 4)]);
        assert_eq!(found("Joe\u{2019}s\u{a0}Pipes", &["Joe's Pipes"]), [("Joe's Pipes".into(), 0)]);
    }

    #[test]
    fn mention_in_an_address_does_not_count() {
        assert_eq!(found("See [Acme](https://acme.test/acme) or http://x.test/acme", &["acme"]), [("acme".into(), 5)]);
    }

    #[test]
    fn longest_of_overlapping_terms_counts() {
        assert_eq!(found("Acme Plumbing", &["acme", "Acme Plumbing"]), [("Acme Plumbing".into(), 0)]);
        assert_eq!(found("Acme", &["", "  "]), []);
    }

    #[test]
    fn context_is_on_one_line() {
        let text = format!("{}\nAcme\n{}", "a".repeat(200), "b".repeat(200));
        let mention = mentions(&text, &["acme".to_owned()]).remove(0);
        assert_eq!((mention.context.len(), mention.context.contains('\n')), (164, false));
    }
}

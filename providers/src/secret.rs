//! Secrets that never appear in logs, errors or stored responses.

use std::fmt;

use base64::{Engine as _, engine::general_purpose::STANDARD};

/// What is written in place of a secret.
pub const REDACTED: &str = "[redacted]";
/// Shorter secrets are not searched in texts: they would match ordinary words.
const SHORTEST: usize = 6;

/// A key, password or token. Its text is available through [`Secret::expose`] only.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps a secret; white space around it, common after pasting, is removed.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(text.trim().to_owned())
    }

    /// Returns the text, to send it to the provider or to encrypt it.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Returns true if nothing was entered.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(REDACTED)
    }
}

/// Removes the secrets of a call from texts and response bodies.
#[derive(Clone, Default)]
pub struct Redactor(Vec<String>);

impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Redactor({})", self.0.len())
    }
}

impl Redactor {
    /// Creates a redactor of secrets in all forms in which a request contains them: as they are, percent-encoded, in
    /// JSON and in Base64.
    #[must_use]
    pub fn new<'a>(secrets: impl IntoIterator<Item = &'a str>) -> Self {
        let mut forms = Vec::new();
        for secret in secrets.into_iter().filter(|secret| secret.len() >= SHORTEST) {
            let json = serde_json::to_string(secret).unwrap_or_default();
            forms.push(STANDARD.encode(secret));
            forms.push(url::form_urlencoded::byte_serialize(secret.as_bytes()).collect());
            forms.push(json.trim_matches('"').replace('/', "\\/"));
            forms.push(json.trim_matches('"').to_owned());
            forms.push(secret.to_owned());
        }
        forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
        forms.dedup();
        Self(forms)
    }

    /// Replaces each secret in a text.
    #[must_use]
    pub fn text(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, form| {
            if text.contains(form.as_str()) { text.replace(form.as_str(), REDACTED) } else { text }
        })
    }

    /// Replaces each secret in a response body; a body that is not UTF-8 is unchanged where it contains no secret.
    #[must_use]
    pub fn bytes(&self, body: &[u8]) -> Vec<u8> {
        self.0.iter().fold(body.to_vec(), |body, form| replace(&body, form.as_bytes()))
    }
}

fn replace(body: &[u8], form: &[u8]) -> Vec<u8> {
    let mut kept = Vec::with_capacity(body.len());
    let mut rest = body;
    while let Some(at) = find(rest, form) {
        kept.extend_from_slice(&rest[..at]);
        kept.extend_from_slice(REDACTED.as_bytes());
        rest = &rest[at + form.len()..];
    }
    kept.extend_from_slice(rest);
    kept
}

fn find(body: &[u8], form: &[u8]) -> Option<usize> {
    let first = *form.first()?;
    let mut from = 0;
    while let Some(at) = body[from..].iter().position(|byte| *byte == first) {
        if body[from + at..].starts_with(form) {
            return Some(from + at);
        }
        from += at + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secret_in_debug_output_is_redacted() {
        assert_eq!(format!("{:?}", Secret::new(" sk-very-secret\n")), "[redacted]");
        assert_eq!(Secret::new(" sk-very-secret\n").expose(), "sk-very-secret");
    }

    #[test]
    fn redactor_of_every_form_leaves_no_secret() {
        let redactor = Redactor::new(["pa/ss\"word+1"]);
        let sent = "a pa/ss\"word+1 b pa%2Fss%22word%2B1 c pa\\/ss\\\"word+1 d cGEvc3Mid29yZCsx e";
        let text = redactor.text(sent);
        assert_eq!(text, "a [redacted] b [redacted] c [redacted] d [redacted] e");
        assert_eq!(redactor.bytes(sent.as_bytes()), text.as_bytes());
        assert_eq!(redactor.bytes(b"\xff\xfe p"), b"\xff\xfe p");
        assert!(!format!("{redactor:?}").contains("pa/ss"));
    }

    #[test]
    fn redactor_of_a_short_secret_keeps_ordinary_words() {
        assert_eq!(Redactor::new(["a", ""]).text("banana"), "banana");
    }
}

//! Tags and texts of a page, without the rules that need a tree.

use memchr::{memchr, memmem};

/// Bytes of a tag or comment; the full parser has limits for longer ones.
const MOST_TAG_BYTES: usize = 8 << 10;

/// A piece of a page.
pub(super) enum Token<'a> {
    Text(&'a str),
    Comment,
    Doctype(&'a str),
    Start(&'a str),
    End(&'a str),
}

/// An attribute as written.
pub(super) type Raw<'a> = (&'a str, &'a str);

/// Reads a page from its start to its end.
pub(super) struct Lexer<'a> {
    html: &'a str,
    at: usize,
    /// Attributes of the latest start tag.
    pub(super) attributes: Vec<Raw<'a>>,
    /// Whether the latest start tag ends with `/>`.
    pub(super) is_self_closing: bool,
}

/// White space of the HTML standard.
pub(super) const fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0c | b'\r' | b' ')
}

impl<'a> Lexer<'a> {
    pub(super) fn new(html: &'a str) -> Self {
        Self { html, at: 0, attributes: Vec::new(), is_self_closing: false }
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at == self.html.len()
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.html.as_bytes().get(at).copied()
    }

    /// Returns the next piece; `None` for markup that only the full parser reads. Not called at the end.
    pub(super) fn next(&mut self) -> Option<Token<'a>> {
        let start = self.at;
        let mut at = start;
        while let Some(found) = memchr(b'<', &self.html.as_bytes()[at..]) {
            at += found;
            if self.byte(at + 1).is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, b'/' | b'!' | b'?')) {
                if at == start {
                    return self.markup();
                }
                self.at = at;
                return Some(Token::Text(&self.html[start..at]));
            }
            at += 1;
        }
        self.at = self.html.len();
        Some(Token::Text(&self.html[start..]))
    }

    fn markup(&mut self) -> Option<Token<'a>> {
        let begun = self.at;
        let token = match self.byte(begun + 1)? {
            b'/' => self.end_tag()?,
            b'!' => self.declaration()?,
            b'?' => {
                self.at += memchr(b'>', &self.html.as_bytes()[begun..])? + 1;
                Token::Comment
            }
            _ => self.start_tag()?,
        };
        (self.at - begun <= MOST_TAG_BYTES).then_some(token)
    }

    fn declaration(&mut self) -> Option<Token<'a>> {
        let rest = &self.html[self.at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            let end = memmem::find(comment.as_bytes(), b"-->")?;
            let text = &comment[..end];
            // Comments that end elsewhere than they seem to.
            if text.starts_with('>') || text.starts_with("->") || text.contains("--!>") || text.contains("<!--") {
                return None;
            }
            self.at += 4 + end + 3;
            return Some(Token::Comment);
        }
        if !rest.get(..9)?.eq_ignore_ascii_case("<!doctype") {
            return None;
        }
        let length = memchr(b'>', rest.as_bytes())? + 1;
        self.at += length;
        Some(Token::Doctype(&rest[..length]))
    }

    fn name(&mut self) -> Option<&'a str> {
        let start = self.at;
        let rest = &self.html.as_bytes()[start..];
        let length = rest.iter().position(|byte| is_space(*byte) || matches!(byte, b'/' | b'>'))?;
        self.at += length;
        let name = &self.html[start..self.at];
        name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-').then_some(name)
    }

    fn end_tag(&mut self) -> Option<Token<'a>> {
        self.at += 2;
        if !self.byte(self.at)?.is_ascii_alphabetic() {
            return None;
        }
        let name = self.name()?;
        while is_space(self.byte(self.at)?) {
            self.at += 1;
        }
        self.at += 1;
        (self.byte(self.at - 1)? == b'>').then_some(Token::End(name))
    }

    fn start_tag(&mut self) -> Option<Token<'a>> {
        self.at += 1;
        self.attributes.clear();
        let name = self.name()?;
        loop {
            match self.byte(self.at)? {
                b'>' => {
                    self.is_self_closing = self.byte(self.at - 1)? == b'/' && !self.ends_in_value();
                    self.at += 1;
                    return Some(Token::Start(name));
                }
                byte if is_space(byte) || byte == b'/' => self.at += 1,
                _ => {
                    let attribute = self.attribute()?;
                    self.attributes.push(attribute);
                }
            }
        }
    }

    /// Returns whether the latest attribute's value has no quotes and ends here.
    fn ends_in_value(&self) -> bool {
        let here = self.html.as_ptr() as usize + self.at;
        self.attributes
            .last()
            .is_some_and(|(_, value)| !value.is_empty() && value.as_ptr() as usize + value.len() == here)
    }

    fn attribute(&mut self) -> Option<Raw<'a>> {
        let bytes = self.html.as_bytes();
        let start = self.at;
        while !matches!(self.byte(self.at)?, b'=' | b'>' | b'/') && !is_space(bytes[self.at]) {
            if matches!(bytes[self.at], b'"' | b'\'' | b'<') {
                return None;
            }
            self.at += 1;
        }
        let name = &self.html[start..self.at];
        if name.is_empty() {
            return None;
        }
        let mut equals = self.at;
        while is_space(self.byte(equals)?) {
            equals += 1;
        }
        if bytes[equals] != b'=' {
            return Some((name, ""));
        }
        self.at = equals + 1;
        while is_space(self.byte(self.at)?) {
            self.at += 1;
        }
        Some((name, self.value()?))
    }

    fn value(&mut self) -> Option<&'a str> {
        let (start, rest) = (self.at, &self.html.as_bytes()[self.at..]);
        match rest.first()? {
            quote @ (b'"' | b'\'') => {
                let end = memchr(*quote, &rest[1..])?;
                self.at += end + 2;
                Some(&self.html[start + 1..start + 1 + end])
            }
            b'>' => None,
            _ => {
                let end = rest.iter().position(|byte| is_space(*byte) || *byte == b'>')?;
                self.at += end;
                let is_plain = !rest[..end].iter().any(|byte| matches!(byte, b'"' | b'\'' | b'<' | b'`'));
                is_plain.then_some(&self.html[start..start + end])
            }
        }
    }

    /// Reads the text of an element that contains no markup, and its end tag.
    pub(super) fn raw(&mut self, name: &str) -> Option<&'a str> {
        let start = self.at;
        for found in memmem::find_iter(&self.html.as_bytes()[start..], b"</") {
            let end = start + found;
            let behind = end + 2 + name.len();
            let is_end = self.html.get(end + 2..behind).is_some_and(|written| written.eq_ignore_ascii_case(name));
            if is_end && self.byte(behind).is_some_and(|byte| is_space(byte) || byte == b'>') {
                self.at = end;
                self.end_tag()?;
                return Some(&self.html[start..end]);
            }
            // A slash behind the name ends it too.
            if is_end && self.byte(behind) == Some(b'/') {
                return None;
            }
        }
        None
    }
}

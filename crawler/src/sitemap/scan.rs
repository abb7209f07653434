//! Reads a sitemap in pieces.

use super::{MAX_ENTRIES, entities::unescape};
use crate::urls::MAX_URL;

/// Bytes of an address before references are replaced.
const MAX_TEXT: usize = MAX_URL * 6;
/// Bytes of a tag's name.
const MAX_NAME: usize = 64;

/// What a sitemap names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// A page.
    Page(String),
    /// Another sitemap.
    Sitemap(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Nothing but white space so far.
    Start,
    /// One address a line.
    Lines,
    /// Between tags.
    Text,
    /// In a tag's name.
    Name,
    /// Behind a tag's name, up to its end.
    Tag,
    /// In a comment, up to `-->`.
    Comment,
    /// In a CDATA section, up to `]]>`.
    Data,
}

/// Finds the addresses of a sitemap. Nothing nests: only the names of tags count, so no input can exhaust memory.
#[derive(Debug)]
pub struct Scanner {
    state: State,
    name: Vec<u8>,
    text: Vec<u8>,
    in_address: bool,
    in_index: bool,
    /// The last two bytes, to find the end of comments and sections.
    last: [u8; 2],
    taken: usize,
}

impl Default for Scanner {
    fn default() -> Self {
        Self {
            state: State::Start,
            name: Vec::new(),
            text: Vec::new(),
            in_address: false,
            in_index: false,
            last: [0; 2],
            taken: 0,
        }
    }
}

impl Scanner {
    /// Reads the next piece and passes each address that it completes.
    pub fn push(&mut self, piece: &[u8], mut found: impl FnMut(Entry)) {
        for byte in piece {
            self.step(*byte, &mut found);
        }
    }

    /// Ends the input: the last line of a text file may have no line break.
    pub fn finish(mut self, mut found: impl FnMut(Entry)) {
        if self.state == State::Lines {
            self.emit(&mut found);
        }
    }

    fn step(&mut self, byte: u8, found: &mut impl FnMut(Entry)) {
        match self.state {
            State::Start => match byte {
                b'<' => self.open(),
                _ if byte.is_ascii_whitespace() || b"\xEF\xBB\xBF".contains(&byte) => {}
                _ => {
                    self.state = State::Lines;
                    self.keep(byte);
                }
            },
            State::Lines if matches!(byte, b'\n' | b'\r') => self.emit(found),
            State::Lines => self.keep(byte),
            State::Text if byte == b'<' => self.open(),
            State::Text => self.keep_address(byte),
            State::Name => self.name(byte, found),
            State::Tag if byte == b'>' => self.state = State::Text,
            State::Tag => {}
            State::Comment | State::Data => self.section(byte),
        }
        self.last = [self.last[1], byte];
    }

    fn open(&mut self) {
        self.name.clear();
        self.state = State::Name;
    }

    fn name(&mut self, byte: u8, found: &mut impl FnMut(Entry)) {
        let is_end = byte == b'>' || byte.is_ascii_whitespace() || byte == b'/' && !self.name.is_empty();
        if !is_end {
            if self.name.len() < MAX_NAME {
                self.name.push(byte);
            }
            match self.name.as_slice() {
                b"!--" => (self.state, self.last) = (State::Comment, [0; 2]),
                b"![CDATA[" => (self.state, self.last) = (State::Data, [0; 2]),
                _ => {}
            }
            return;
        }
        self.state = if byte == b'>' { State::Text } else { State::Tag };
        self.tag(found);
    }

    fn tag(&mut self, found: &mut impl FnMut(Entry)) {
        let name = self.name.to_ascii_lowercase();
        // A prefix such as `sm:` names the namespace. Images and videos have locations of their own.
        let (closes, name) = name.strip_prefix(b"/").map_or((false, name.as_slice()), |name| (true, name));
        let foreign = [&b"image:"[..], b"video:", b"news:"].iter().any(|prefix| name.starts_with(prefix));
        let local = name.rsplit(|byte| *byte == b':').next().unwrap_or_default();
        match (local, closes) {
            (b"sitemapindex", false) => self.in_index = true,
            (b"loc", false) if !foreign => {
                self.in_address = true;
                self.text.clear();
            }
            (b"loc", true) if self.in_address => {
                self.in_address = false;
                self.emit(found);
            }
            _ => {}
        }
    }

    fn section(&mut self, byte: u8) {
        let end = if self.state == State::Comment { b"--" } else { b"]]" };
        if byte == b'>' && self.last == *end {
            if self.state == State::Data && self.in_address {
                self.text.truncate(self.text.len().saturating_sub(2));
            }
            self.state = State::Text;
        } else if self.state == State::Data {
            self.keep_address(byte);
        }
    }

    fn keep_address(&mut self, byte: u8) {
        if self.in_address {
            self.keep(byte);
        }
    }

    fn keep(&mut self, byte: u8) {
        if self.text.len() < MAX_TEXT {
            self.text.push(byte);
        }
    }

    fn emit(&mut self, found: &mut impl FnMut(Entry)) {
        let is_whole = self.text.len() < MAX_TEXT;
        let text = String::from_utf8_lossy(self.text.trim_ascii());
        let address = if self.state == State::Lines { text.into_owned() } else { unescape(&text).trim().to_owned() };
        self.text.clear();
        if !is_whole || address.is_empty() || self.taken >= MAX_ENTRIES {
            return;
        }
        self.taken += 1;
        found(if self.in_index { Entry::Sitemap(address) } else { Entry::Page(address) });
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn scan(text: &[u8], piece: usize) -> Vec<Entry> {
        let (mut scanner, mut found) = (Scanner::default(), Vec::new());
        for piece in text.chunks(piece.max(1)) {
            scanner.push(piece, |entry| found.push(entry));
        }
        scanner.finish(|entry| found.push(entry));
        found
    }

    fn pages(addresses: &[&str]) -> Vec<Entry> {
        addresses.iter().map(|address| Entry::Page((*address).to_owned())).collect()
    }

    #[test]
    fn scan_reads_pages_without_images_and_comments() {
        let text = b"\xEF\xBB\xBF<?xml version='1.0'?>\n<urlset xmlns='x'><!-- <loc>no</loc> --><url><loc>\n https://a.example/?x=1&amp;y=2 </loc>\
            <image:image><image:loc>https://a.example/i.png</image:loc></image:image></url>\
            <sm:url><sm:loc><![CDATA[https://a.example/b]]></sm:loc></sm:url><url><loc/></url></urlset>";
        for piece in [1, 7, 4_096] {
            assert_eq!(scan(text, piece), pages(&["https://a.example/?x=1&y=2", "https://a.example/b"]));
        }
    }

    #[test]
    fn scan_reads_an_index() {
        let text = b"<sitemapindex><sitemap><loc>https://a.example/1.xml.gz</loc></sitemap></sitemapindex>";
        assert_eq!(scan(text, 3), [Entry::Sitemap("https://a.example/1.xml.gz".to_owned())]);
    }

    #[test]
    fn scan_reads_lines_of_text() {
        assert_eq!(
            scan(b"\nhttps://a.example/1\r\nhttps://a.example/2&amp;", 5),
            pages(&["https://a.example/1", "https://a.example/2&amp;"])
        );
    }

    #[test]
    fn scan_bounds_entries_lengths_and_entities() {
        let long = format!("<urlset><loc>{}</loc><loc>ok</loc>", "a".repeat(MAX_TEXT + 1));
        assert_eq!(scan(long.as_bytes(), 999), pages(&["ok"]));
        let bomb = b"<!DOCTYPE x [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]><urlset><loc>&b;</loc></urlset>";
        assert_eq!(scan(bomb, 8), pages(&["&b;"]));
        assert_eq!(scan("<loc>x</loc>".repeat(MAX_ENTRIES + 5).as_bytes(), 4_096).len(), MAX_ENTRIES);
    }

    proptest! {
        #[test]
        fn scan_finds_the_same_in_pieces_of_any_size(text in "[<>/loc!\\[\\]CDAT&;#x \n-]{0,80}", piece in 1_usize..9) {
            prop_assert_eq!(scan(text.as_bytes(), piece), scan(text.as_bytes(), 1_000));
        }
    }
}

//! Text of a page: its length, language and fingerprints.

use serde::{Deserialize, Serialize};

use super::Cancelled;
use super::content;
use super::fingerprint::{Fingerprint, content_hash};
use super::language;
use super::limits;
use super::text::cut;
use super::tree::{Element, NodeId, ROOT, Tree};

/// Facts of a page's text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Body {
    /// Characters of all text that people see.
    pub text_chars: u64,
    /// Words of all text.
    pub words: u64,
    /// Characters of the main content.
    pub content_chars: u64,
    /// Words of the main content.
    pub content_words: u64,
    /// Bytes of text by bytes of HTML, 0 to 1.
    pub text_share: f64,
    /// Language that the content is probably in, as an ISO 639-3 code; `None` if that is not certain.
    pub detected_language: Option<String>,
    /// Hash of the main content, without white space and case.
    pub content_hash: u64,
    /// Fingerprint of the main content; `None` for a few words.
    pub fingerprint: Option<Fingerprint>,
    /// Start of the main content.
    pub excerpt: String,
    /// Main content, if the caller keeps it: at most [`limits::MOST_CONTENT`] bytes.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub content: String,
    /// Returns whether the page has a root element of an app that scripts fill.
    pub has_app_root: bool,
}

/// Bytes of text that are read.
const MOST_TEXT: usize = 4_000_000;
/// Bytes of the stored start of the content.
const EXCERPT_BYTES: usize = 300;

/// Size of a text.
#[derive(Debug, Default, PartialEq, Eq)]
struct Size {
    /// Characters that are no white space.
    chars: u64,
    /// Bytes with white space collapsed, and one more.
    bytes: u64,
    /// Words; of a script without spaces, its characters in pairs.
    words: u64,
}

impl Size {
    fn of(text: &str) -> Self {
        let mut size = Self::default();
        let (mut was_space, mut was_word, mut unspaced) = (true, false, 0_u64);
        for character in text.chars() {
            let class = Class::of(character);
            size.chars += u64::from(!class.is_space);
            size.bytes += u64::from(!class.is_space) * (character.len_utf8() as u64 + u64::from(was_space));
            size.words += u64::from(class.is_word & !was_word & !class.is_unspaced);
            unspaced += u64::from(class.is_unspaced);
            (was_space, was_word) = (class.is_space, class.is_word);
        }
        size.words += unspaced / 2;
        size
    }
}

/// What a character is.
#[derive(Clone, Copy)]
struct Class {
    is_space: bool,
    is_word: bool,
    is_unspaced: bool,
}

/// Classes of the characters of most texts.
const ASCII: [Class; 128] = {
    let mut classes = [Class { is_space: false, is_word: false, is_unspaced: false }; 128];
    let mut byte = 0_u8;
    while byte < 128 {
        classes[byte as usize].is_space = matches!(byte, b'\t'..=b'\r' | b' ');
        classes[byte as usize].is_word = byte.is_ascii_alphanumeric();
        byte += 1;
    }
    classes
};

impl Class {
    fn of(character: char) -> Self {
        ASCII.get(character as usize).copied().unwrap_or_else(|| Self {
            is_space: character.is_whitespace(),
            is_word: character.is_alphanumeric(),
            is_unspaced: is_unspaced(character),
        })
    }
}

/// Returns whether a script is written without spaces: Chinese, Japanese, Thai.
fn is_unspaced(character: char) -> bool {
    matches!(character, '\u{0e00}'..='\u{0e7f}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}')
}

pub(super) fn collect(tree: &Tree, html_bytes: usize, is_cancelled: &dyn Fn() -> bool) -> Result<Body, Cancelled> {
    let root = tree.all().find(|(_, element)| &*element.name == "body").map_or(ROOT, |(id, _)| id);
    let mut text = String::new();
    tree.push_text(root, &mut text, MOST_TEXT);
    let content = content::extract(tree, is_cancelled)?;
    let (all, main) = (Size::of(&text), Size::of(&content));
    Ok(Body {
        text_chars: all.chars,
        words: all.words,
        content_chars: main.chars,
        content_words: main.words,
        text_share: if html_bytes == 0 { 0.0 } else { (all.bytes as f64 / html_bytes as f64).min(1.0) },
        detected_language: language::detect(&content),
        content_hash: content_hash(&content),
        fingerprint: Fingerprint::new(&content),
        excerpt: cut(&content, EXCERPT_BYTES),
        has_app_root: has_app_root(tree),
        content: cut(&content, limits::MOST_CONTENT),
    })
}

/// Returns whether the page has a nearly empty element that React, Vue, Angular, Svelte or the like fill.
fn has_app_root(tree: &Tree) -> bool {
    tree.all().any(|(id, element)| is_app_root(element) && is_nearly_empty(tree, id))
}

fn is_app_root(element: &Element) -> bool {
    const ROOTS: [&str; 9] =
        ["root", "app", "__next", "__nuxt", "___gatsby", "app-root", "svelte", "main-app", "react-root"];
    let name = &*element.name;
    name == "app-root" || (name == "div" && element.attribute("id").is_some_and(|id| ROOTS.contains(&id)))
}

fn is_nearly_empty(tree: &Tree, id: NodeId) -> bool {
    tree.text(id, 400).len() < 200
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::page::fingerprint::words;

    proptest! {
        #[test]
        fn size_is_that_of_words_and_characters(text in "[a-z0-9 .\\t\\n\u{b}\u{a0}é\u{e01}\u{3042}\u{4e2d}-]{0,40}") {
            let parts = || text.split_whitespace();
            let is_unspaced = |character: &char| is_unspaced(*character);
            let spaced = words(&text).filter(|word| !word.chars().next().as_ref().is_some_and(is_unspaced)).count();
            let expected = Size {
                chars: parts().map(|part| part.chars().count() as u64).sum(),
                bytes: parts().map(|part| part.len() as u64 + 1).sum(),
                words: spaced as u64 + text.chars().filter(is_unspaced).count() as u64 / 2,
            };
            prop_assert_eq!(Size::of(&text), expected);
        }
    }
}

//! WordPiece tokenizer.
//!
//! Source: Devlin et al. (2019), the basic and WordPiece tokenizers of google-research/bert
//! (`tokenization.py`), lower-casing.

use std::collections::HashMap;

use serde_json::Value;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::ModelError;

/// Maximum number of tokens of a text, as in all-MiniLM-L6-v2.
const MOST_TOKENS: usize = 256;
/// Longer words are unknown.
const LONGEST_WORD: usize = 100;
/// Maximum number of characters read: far more than the tokens need.
const MOST_CHARACTERS: usize = 20_000;

#[derive(Debug)]
pub(super) struct Tokenizer {
    pieces: HashMap<String, u32>,
    start: u32,
    end: u32,
    unknown: u32,
    most: usize,
}

impl Tokenizer {
    /// Parses `vocab.txt` (one token per line) or `tokenizer.json`.
    pub(super) fn read(bytes: &[u8], positions: usize) -> Result<Self, ModelError> {
        let text = std::str::from_utf8(bytes).map_err(|_| ModelError::Vocabulary("it is no UTF-8".to_owned()))?;
        let pieces = if text.trim_start().starts_with('{') { from_json(text)? } else { from_lines(text) };
        let special = |token: &str| {
            let missing = || ModelError::Vocabulary(format!("`{token}` is missing"));
            pieces.get(token).copied().ok_or_else(missing)
        };
        let (start, end, unknown) = (special("[CLS]")?, special("[SEP]")?, special("[UNK]")?);
        Ok(Self { start, end, unknown, most: positions.min(MOST_TOKENS), pieces })
    }

    /// One more than the largest token.
    pub(super) fn size(&self) -> usize {
        self.pieces.values().max().map_or(0, |last| *last as usize + 1)
    }

    /// Returns the tokens of a text, between the start and the end token.
    pub(super) fn tokens(&self, text: &str) -> Vec<u32> {
        let mut tokens = vec![self.start];
        for word in basic_words(text) {
            self.split(&word, &mut tokens);
            if tokens.len() >= self.most {
                break;
            }
        }
        tokens.truncate(self.most - 1);
        tokens.push(self.end);
        tokens
    }

    /// Splits a word, longest piece first.
    fn split(&self, word: &[char], tokens: &mut Vec<u32>) {
        let before = tokens.len();
        let mut at = 0;
        while at < word.len() && word.len() <= LONGEST_WORD {
            let prefix = if at > 0 { "##" } else { "" };
            let piece = |end: usize| format!("{prefix}{}", word[at..end].iter().collect::<String>());
            let found = (at + 1..=word.len()).rev().find_map(|end| Some((end, *self.pieces.get(&piece(end))?)));
            let Some((end, token)) = found else { break };
            tokens.push(token);
            at = end;
        }
        if at < word.len() {
            tokens.truncate(before);
            tokens.push(self.unknown);
        }
    }
}

fn from_lines(text: &str) -> HashMap<String, u32> {
    (0..).zip(text.lines()).map(|(token, line)| (line.trim_end().to_owned(), token)).collect()
}

fn from_json(text: &str) -> Result<HashMap<String, u32>, ModelError> {
    let wrong = |problem: String| ModelError::Vocabulary(problem);
    let value: Value = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
    let pieces = &value["model"]["vocab"];
    serde_json::from_value(pieces.clone()).map_err(|error| wrong(format!("`model.vocab`: {error}")))
}

/// Splits into words and single punctuation marks, in lower case, without accents.
fn basic_words(text: &str) -> Vec<Vec<char>> {
    let mut words: Vec<Vec<char>> = vec![Vec::new()];
    let characters = text.chars().take(MOST_CHARACTERS).flat_map(char::to_lowercase).nfd();
    for character in characters.filter(|c| !is_combining_mark(*c)) {
        if character.is_whitespace() {
            words.push(Vec::new());
        } else if is_punctuation(character) || is_ideograph(character) {
            words.push(vec![character]);
            words.push(Vec::new());
        } else if !is_invisible(character)
            && let Some(word) = words.last_mut()
        {
            word.push(character);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns true for control, replacement and zero-width characters.
fn is_invisible(character: char) -> bool {
    character.is_control() || matches!(character, '\u{FFFD}' | '\u{200B}'..='\u{200F}' | '\u{FEFF}')
}

/// Returns true for ASCII punctuation and the general, CJK and full-width punctuation blocks of Unicode.
fn is_punctuation(character: char) -> bool {
    character.is_ascii_punctuation()
        || matches!(character, '\u{A1}' | '\u{A7}' | '\u{AB}' | '\u{B6}' | '\u{B7}' | '\u{BB}' | '\u{BF}')
        || matches!(character, '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205E}' | '\u{3001}'..='\u{3003}')
        || matches!(character, '\u{3008}'..='\u{3011}' | '\u{FF01}'..='\u{FF0F}' | '\u{FF1A}'..='\u{FF20}')
}

fn is_ideograph(character: char) -> bool {
    matches!(u32::from(character), 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x2_0000..=0x2_FA1F)
}

//! Fonts of a PDF: the built-in ones, and one of the installation for characters that they lack.

use std::{
    path::Path,
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use krilla::text::Font;
use rustybuzz::ttf_parser::Face;

const REGULAR: &[u8] = include_bytes!("../../fonts/DejaVuSans.ttf");
const BOLD: &[u8] = include_bytes!("../../fonts/DejaVuSans-Bold.ttf");

/// The font of the installation, for the time of the process.
static FALLBACK: OnceLock<Fallback> = OnceLock::new();
/// Whether missing characters were logged: once is enough to set a font.
static IS_LOGGED: AtomicBool = AtomicBool::new(false);

/// A font file for characters that the built-in fonts lack, such as Chinese, Japanese and Korean ones.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fallback {
    bytes: &'static [u8],
    face: u32,
}

/// Error for a font file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FontError {
    /// The file cannot be read.
    #[error("the font cannot be read: {0}")]
    Read(#[from] std::io::Error),
    /// The file is no font, or has no such face.
    #[error("the file is no TrueType or OpenType font, or has no face of this number")]
    Format,
}

/// Reads the font that PDFs of this process use for characters that the built-in fonts lack. A number after `#` chooses the face of
/// a collection (`.ttc`); the default is the first one. Only the first call has an effect.
///
/// # Errors
/// Returns a [`FontError`] if it cannot be read or is no font.
pub fn use_font(path: &Path) -> Result<(), FontError> {
    let (path, face) = numbered(path);
    // Fonts are used until the process ends, so that nothing owns the bytes.
    let fallback = Fallback { bytes: std::fs::read(path)?.leak(), face };
    Type::new(fallback.bytes, face).ok_or(FontError::Format)?;
    FALLBACK.set(fallback).ok();
    Ok(())
}

/// Splits the number of the face from a path such as `NotoSansCJK-Regular.ttc#2`.
fn numbered(path: &Path) -> (&Path, u32) {
    let split = path.to_str().and_then(|text| text.rsplit_once('#'));
    let parsed = split.and_then(|(name, face)| Some((Path::new(name), face.parse().ok()?)));
    parsed.unwrap_or((path, 0))
}

/// A font with its advance widths.
struct Type {
    font: Font,
    face: Face<'static>,
}

impl Type {
    fn new(bytes: &'static [u8], face: u32) -> Option<Self> {
        Some(Self { font: Font::new(bytes.into(), face)?, face: Face::parse(bytes, face).ok()? })
    }

    fn has(&self, c: char) -> bool {
        self.face.glyph_index(c).is_some()
    }

    fn width(&self, text: &str, size: f32) -> f32 {
        let advance = |c: char| {
            let glyph = self.face.glyph_index(c).unwrap_or_default();
            f32::from(self.face.glyph_hor_advance(glyph).unwrap_or(0))
        };
        text.chars().map(advance).sum::<f32>() * size / f32::from(self.face.units_per_em())
    }
}

/// A part of a text in one font.
pub(super) struct Run<'a> {
    pub(super) text: &'a str,
    pub(super) font: Font,
    pub(super) width: f32,
}

/// The fonts of a document. Each is embedded with the characters that are used, and only if any is.
pub(super) struct Fonts {
    regular: Type,
    bold: Type,
    fallback: Option<Type>,
}

impl Fonts {
    /// Returns the built-in fonts with the one of the installation.
    pub(super) fn new() -> Option<Self> {
        Self::with(FALLBACK.get().copied())
    }

    /// Returns the built-in fonts with this fallback.
    pub(super) fn with(fallback: Option<Fallback>) -> Option<Self> {
        let fallback = fallback.and_then(|Fallback { bytes, face }| Type::new(bytes, face));
        Some(Self { regular: Type::new(REGULAR, 0)?, bold: Type::new(BOLD, 0)?, fallback })
    }

    fn main(&self, bold: bool) -> &Type {
        if bold { &self.bold } else { &self.regular }
    }

    /// Returns the font for a character: the fallback for those that only it has.
    fn of(&self, c: char, bold: bool) -> &Type {
        let main = self.main(bold);
        if c.is_ascii() || main.has(c) {
            return main;
        }
        if let Some(fallback) = self.fallback.as_ref().filter(|fallback| fallback.has(c)) {
            return fallback;
        }
        if c.is_alphabetic() && !IS_LOGGED.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                report.character = %c.escape_unicode(),
                "a report has characters that no font of its PDF has; set MOTHERLODE_REPORT_FONT to a font file that has them"
            );
        }
        main
    }

    /// Returns the parts of a text, each in the font that has its characters.
    pub(super) fn runs<'a>(&self, text: &'a str, size: f32, bold: bool) -> Vec<Run<'a>> {
        let mut runs = Vec::new();
        let (mut begin, mut current) = (0, None::<&Type>);
        let mut push = |text: &'a str, one: &Type| {
            runs.push(Run { text, font: one.font.clone(), width: one.width(text, size) });
        };
        for (at, c) in text.char_indices() {
            let next = self.of(c, bold);
            if let Some(one) = current.filter(|one| !std::ptr::eq(*one, next)) {
                push(&text[begin..at], one);
                begin = at;
            }
            current = Some(next);
        }
        if let Some(one) = current {
            push(&text[begin..], one);
        }
        runs
    }

    /// Returns the width of a text.
    pub(super) fn width(&self, text: &str, size: f32, bold: bool) -> f32 {
        self.runs(text, size, bold).iter().map(|run| run.width).sum()
    }
}

/// Splits a word where a line may end in it: between Chinese and Japanese characters, which have no spaces between words, but not
/// before a closing and not after an opening sign.
pub(super) fn pieces(word: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut begin, mut previous) = (0, None::<char>);
    for (at, c) in word.char_indices() {
        if let Some(before) = previous
            && (is_ideographic(before) || is_ideographic(c))
            && !is_closing(c)
            && !is_opening(before)
        {
            pieces.push(&word[begin..at]);
            begin = at;
        }
        previous = Some(c);
    }
    pieces.push(&word[begin..]);
    pieces
}

const fn is_ideographic(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}

const fn is_closing(c: char) -> bool {
    matches!(
        c,
        '、' | '。'
            | '，'
            | '．'
            | '！'
            | '？'
            | '：'
            | '；'
            | '）'
            | '」'
            | '』'
            | '】'
            | '〉'
            | '》'
            | 'ー'
            | '…'
            | ')'
            | ','
            | '.'
            | '!'
            | '?'
            | ':'
            | ';'
            | '%'
            | '％'
    )
}

const fn is_opening(c: char) -> bool {
    matches!(c, '（' | '「' | '『' | '【' | '〈' | '《' | '(')
}

#[cfg(test)]
impl Fallback {
    /// A few characters of Noto Sans CJK (`tests/fonts/PROVENANCE.md`).
    pub(super) fn of_tests() -> Self {
        Self { bytes: include_bytes!("../../tests/fonts/NotoSansCJK-few.otf"), face: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_of_the_fallback_are_runs_of_their_own() {
        let fonts = Fonts::with(Some(Fallback::of_tests())).expect("fonts");
        let texts = |text| fonts.runs(text, 10.0, true).iter().map(|run| run.text).collect::<Vec<_>>();
        assert_eq!(texts("Tokyo 東京 SEO"), ["Tokyo ", "東京", " SEO"]);
        assert_eq!(texts("العربية Ελληνικά"), ["العربية Ελληνικά"]);
        assert_eq!(texts(""), [""; 0]);
        let width = fonts.width("東京", 10.0, false);
        assert!((width - 20.0).abs() < 0.01, "{width}: each is as wide as the size");
        let none = Fonts::with(None).expect("fonts");
        assert_eq!(none.runs("Tokyo 東京", 10.0, false).len(), 1);
    }

    #[test]
    fn lines_end_between_ideographs_and_never_before_a_closing_sign() {
        assert_eq!(pieces("drain"), ["drain"]);
        assert_eq!(pieces("東京の、水道"), ["東", "京", "の、", "水", "道"]);
        assert_eq!(pieces("SEO「水」"), ["SEO", "「水」"]);
        assert_eq!(pieces("서울시"), ["서울시"]);
    }

    #[test]
    fn number_after_the_path_is_the_face() {
        assert_eq!(numbered(Path::new("/f/a.ttc#2")), (Path::new("/f/a.ttc"), 2));
        assert_eq!(numbered(Path::new("/f/a#b.ttf")), (Path::new("/f/a#b.ttf"), 0));
        assert!(matches!(use_font(Path::new("/nowhere.ttf")), Err(FontError::Read(_))));
    }
}

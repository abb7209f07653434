//! Detects encodings and decodes text to UTF-8.

use std::io::{self, Read};

use encoding_rs::{CoderResult, Decoder, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// Encoding of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    Utf16Le,
    Utf16Be,
    Windows1252,
}

impl Encoding {
    /// Usual name.
    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
            Self::Windows1252 => "windows-1252",
        }
    }

    fn decoder(self) -> Option<Decoder> {
        match self {
            Self::Utf8 => None,
            Self::Utf16Le => Some(UTF_16LE.new_decoder_without_bom_handling()),
            Self::Utf16Be => Some(UTF_16BE.new_decoder_without_bom_handling()),
            Self::Windows1252 => Some(WINDOWS_1252.new_decoder_without_bom_handling()),
        }
    }
}

/// An encoding and the length of its byte-order mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Detected {
    pub(super) encoding: Encoding,
    pub(super) mark_bytes: usize,
}

/// Detects the encoding of a text that begins with `head`; returns `None` for binary data. `is_whole` means that
/// nothing follows.
pub(super) fn detect(head: &[u8], is_whole: bool) -> Option<Detected> {
    let marked = |encoding, mark_bytes| Some(Detected { encoding, mark_bytes });
    match head {
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => return None,
        [0xFF, 0xFE, ..] => return marked(Encoding::Utf16Le, 2),
        [0xFE, 0xFF, ..] => return marked(Encoding::Utf16Be, 2),
        _ => {}
    }
    if let Some(encoding) = unmarked_utf16(head) {
        return marked(encoding, 0);
    }
    let mark_bytes = if head.starts_with(&[0xEF, 0xBB, 0xBF]) { 3 } else { 0 };
    if looks_binary(head) {
        return None;
    }
    let (sequences, errors) = utf8_evidence(head, is_whole);
    // A few invalid bytes do not change the encoding of a UTF-8 file: those cells are decoded separately.
    let is_utf8 = mark_bytes > 0 || errors == 0 || sequences > errors;
    marked(if is_utf8 { Encoding::Utf8 } else { Encoding::Windows1252 }, mark_bytes)
}

/// Detects UTF-16 without a mark: the zero bytes of digits, delimiters and line ends are all on the same side.
fn unmarked_utf16(head: &[u8]) -> Option<Encoding> {
    let part = &head[..head.len().min(16_384)];
    let zeros_at = |parity: usize| part.iter().skip(parity).step_by(2).filter(|byte| **byte == 0).count();
    let (first, second) = (zeros_at(0), zeros_at(1));
    if (first + second) * 20 < part.len() {
        return None;
    }
    if second > 0 && first * 10 <= second {
        Some(Encoding::Utf16Le)
    } else if first > 0 && second * 10 <= first {
        Some(Encoding::Utf16Be)
    } else {
        None
    }
}

/// Returns true if more than 1 % of the bytes never occur in text.
fn looks_binary(head: &[u8]) -> bool {
    let controls = head.iter().filter(|byte| matches!(byte, 0..=8 | 14..=31 | 127)).count();
    controls * 100 > head.len()
}

/// Counts valid multi-byte sequences and invalid bytes; a sequence truncated by the end of the head is neither.
fn utf8_evidence(head: &[u8], is_whole: bool) -> (usize, usize) {
    let (mut rest, mut sequences, mut errors) = (head, 0, 0);
    loop {
        match std::str::from_utf8(rest) {
            Ok(valid) => return (sequences + multibyte(valid.as_bytes()), errors),
            Err(error) => {
                sequences += multibyte(&rest[..error.valid_up_to()]);
                let Some(bad) = error.error_len() else {
                    return (sequences, errors + usize::from(is_whole));
                };
                errors += 1;
                rest = &rest[error.valid_up_to() + bad..];
            }
        }
    }
}

fn multibyte(valid: &[u8]) -> usize {
    valid.iter().filter(|byte| **byte >= 0xC0).count()
}

/// Decodes the text after its mark to UTF-8. UTF-8 is passed through unchanged, including invalid bytes.
pub(super) fn as_utf8<'a>(mut source: Box<dyn Read + 'a>, detected: Detected) -> io::Result<Box<dyn Read + 'a>> {
    let mut mark = [0; 3];
    source.read_exact(&mut mark[..detected.mark_bytes])?;
    Ok(match detected.encoding.decoder() {
        None => source,
        Some(decoder) => Box::new(Transcoder {
            source,
            decoder,
            raw: vec![0; 1 << 16].into_boxed_slice(),
            start: 0,
            end: 0,
            is_ended: false,
            is_flushed: false,
        }),
    })
}

/// Decodes while reading; invalid input becomes U+FFFD.
struct Transcoder<'a> {
    source: Box<dyn Read + 'a>,
    decoder: Decoder,
    raw: Box<[u8]>,
    start: usize,
    end: usize,
    is_ended: bool,
    is_flushed: bool,
}

impl Read for Transcoder<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.len() < 16 {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "a decoding buffer needs 16 bytes"));
        }
        while !self.is_flushed {
            if self.start == self.end && !self.is_ended {
                self.start = 0;
                self.end = self.source.read(&mut self.raw)?;
                self.is_ended = self.end == 0;
            }
            let input = &self.raw[self.start..self.end];
            let (result, used, written, _) = self.decoder.decode_to_utf8(input, buffer, self.is_ended);
            self.start += used;
            self.is_flushed = self.is_ended && result == CoderResult::InputEmpty;
            if written > 0 {
                return Ok(written);
            }
        }
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoding(head: &[u8]) -> Option<Encoding> {
        detect(head, true).map(|detected| detected.encoding)
    }

    fn utf16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(to_bytes).collect()
    }

    #[test]
    fn finds_utf16_without_a_mark_in_latin_and_in_japanese() {
        for text in ["Keyword\tVolume\nplumber\t90\n", "上位のクエリ,クリック数\n配管工 東京,12\n水漏れ 修理,7\n"]
        {
            assert_eq!(encoding(&utf16(text, u16::to_le_bytes)), Some(Encoding::Utf16Le), "{text}");
            assert_eq!(encoding(&utf16(text, u16::to_be_bytes)), Some(Encoding::Utf16Be), "{text}");
        }
    }

    #[test]
    fn tells_windows_1252_from_utf8() {
        assert_eq!(encoding("Requêtes,Clics\n".as_bytes()), Some(Encoding::Utf8));
        assert_eq!(encoding(b"Requ\xEAtes,Clics\n"), Some(Encoding::Windows1252));
    }

    #[test]
    fn one_bad_byte_among_good_sequences_stays_utf8() {
        assert_eq!(encoding(b"Requ\xC3\xAAtes,\xC3\xA9t\xC3\xA9,\xE9\n"), Some(Encoding::Utf8));
    }

    #[test]
    fn a_sequence_cut_by_the_end_of_the_head_is_no_error() {
        assert_eq!(detect(b"Requ\xC3", false).map(|found| found.encoding), Some(Encoding::Utf8));
        assert_eq!(detect(b"Requ\xC3", true).map(|found| found.encoding), Some(Encoding::Windows1252));
    }

    #[test]
    fn bytes_of_a_program_are_no_text() {
        let bytes: Vec<u8> = (0..4_096_u32).map(|index| (index.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        assert_eq!(encoding(&bytes), None);
    }

    #[test]
    fn decodes_across_buffer_borders() {
        let text = "é,ü;日本語\t𝄞\n".repeat(20_000);
        let source = Box::new(io::Cursor::new(utf16(&text, u16::to_le_bytes)));
        let detected = Detected { encoding: Encoding::Utf16Le, mark_bytes: 0 };
        let mut decoded = String::new();
        let read = as_utf8(source, detected).and_then(|mut reader| {
            let mut part = [0; 17];
            let mut all = Vec::new();
            loop {
                match reader.read(&mut part)? {
                    0 => break,
                    count => all.extend_from_slice(&part[..count]),
                }
            }
            decoded = String::from_utf8_lossy(&all).into_owned();
            Ok(())
        });
        assert!(read.is_ok());
        assert_eq!(decoded, text);
    }
}

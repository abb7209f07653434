//! Lines of a robots.txt and what they mean.

use super::MAX_BYTES;

/// Bytes of a line that are read, as in Google's parser: eight times the longest URL of old browsers.
const MAX_LINE: usize = 2_083 * 8;
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// A line with a meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line<'a> {
    Agent(&'a [u8]),
    Allow(&'a [u8]),
    Disallow(&'a [u8]),
    Delay(&'a [u8]),
    Sitemap(&'a [u8]),
}

/// Splits a file at LF, CR and CRLF and returns the lines with a meaning.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let text = &text[..text.len().min(MAX_BYTES)];
    without_bom(text).split(|byte| matches!(byte, b'\n' | b'\r')).filter_map(read)
}

/// Skips a byte-order mark, also an incomplete one.
fn without_bom(text: &[u8]) -> &[u8] {
    let same = text.iter().zip(BOM).take_while(|(byte, mark)| byte == mark).count();
    &text[same..]
}

fn read(line: &[u8]) -> Option<Line<'_>> {
    let line = &line[..line.len().min(MAX_LINE - 1)];
    let line = line.split(|byte| *byte == b'#').next().unwrap_or_default().trim_ascii();
    let (key, value) = split(line)?;
    let is = |names: &[&str]| {
        names.iter().any(|name| key.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name.as_bytes())))
    };
    if is(&["user-agent", "useragent", "user agent"]) {
        Some(Line::Agent(value))
    } else if is(&["allow"]) {
        Some(Line::Allow(value))
    } else if is(&["disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"]) {
        Some(Line::Disallow(value))
    } else if is(&["sitemap", "site-map"]) {
        Some(Line::Sitemap(value))
    } else if is(&["crawl-delay", "crawldelay"]) {
        Some(Line::Delay(value))
    } else {
        None
    }
}

/// Splits a line at its colon, or else between its two words.
fn split(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let colon = line.iter().position(|byte| *byte == b':');
    let (key, value) = match colon {
        Some(at) => (&line[..at], &line[at + 1..]),
        None => {
            let at = line.iter().position(|byte| matches!(byte, b' ' | b'\t'))?;
            let value = line[at..].trim_ascii();
            if value.iter().any(|byte| matches!(byte, b' ' | b'\t')) {
                return None;
            }
            (&line[..at], value)
        }
    };
    let key = key.trim_ascii();
    (!key.is_empty()).then(|| (key, value.trim_ascii()))
}

//! Response bodies: limited in size as sent and as unpacked, and decoded to text.

use std::io::Read;

use encoding_rs::{Encoding, UTF_8};
use flate2::read::{MultiGzDecoder, ZlibDecoder};
use reqwest::{Response, header};

use super::Wanted;
use crate::{FetchError, error::host};

/// Accepted content encodings.
pub(super) const TAKEN: &str = "gzip, deflate";
/// Bytes of a page in which its encoding is searched. Source: HTML, 13.2.3.2.
const HEAD: usize = 1_024;

/// Returns the decoded text of a response, and its bytes as unpacked.
pub(super) async fn read(mut response: Response, wanted: &Wanted) -> Result<(String, Vec<u8>), FetchError> {
    let url = response.url().clone();
    let host = host(&url);
    let content_type = named(&response, header::CONTENT_TYPE);
    let essence = content_type.split(';').next().unwrap_or_default().trim().to_owned();
    if !essence.is_empty() && !wanted.types.contains(&essence.as_str()) {
        return Err(FetchError::Type { host, found: essence, wanted: wanted.types[0] });
    }
    let packing = named(&response, header::CONTENT_ENCODING);
    let too_large = || FetchError::TooLarge { host: host.clone(), most: wanted.bytes };
    let mut sent = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(|error| FetchError::of(&url, &error))? {
        if sent.len() + piece.len() > wanted.bytes {
            return Err(too_large());
        }
        sent.extend_from_slice(&piece);
    }
    let bytes = match packing.as_str() {
        "" | "identity" => sent,
        "gzip" | "x-gzip" => unpack(MultiGzDecoder::new(sent.as_slice()), &host, wanted)?,
        "deflate" => unpack(ZlibDecoder::new(sent.as_slice()), &host, wanted)?,
        other => return Err(FetchError::Packing { host, found: other.to_owned() }),
    };
    Ok((text(&bytes, &content_type), bytes))
}

fn named(response: &Response, name: header::HeaderName) -> String {
    let value = response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.trim().to_ascii_lowercase()
}

/// Unpacks at most one byte more than the limit.
fn unpack(packed: impl Read, host: &str, wanted: &Wanted) -> Result<Vec<u8>, FetchError> {
    let mut bytes = Vec::new();
    let read = packed.take(wanted.bytes as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|_| FetchError::Broken(host.to_owned()))?;
    if bytes.len() > wanted.bytes {
        return Err(FetchError::TooLarge { host: host.to_owned(), most: wanted.bytes });
    }
    Ok(bytes)
}

/// Decodes text by its byte-order mark, the server's or the page's encoding, otherwise UTF-8.
fn text(bytes: &[u8], content_type: &str) -> String {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]).to_ascii_lowercase();
    let said = charset(content_type).or_else(|| charset(&head));
    let (text, _, _) = said.unwrap_or(UTF_8).decode(bytes);
    text.into_owned()
}

fn charset(text: &str) -> Option<&'static Encoding> {
    let (_, rest) = text.split_once("charset=")?;
    let rest = rest.trim_start_matches(['"', '\'']);
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))).unwrap_or(rest.len());
    Encoding::for_label(&rest.as_bytes()[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_in_the_encoding_that_is_named() {
        assert_eq!(text(b"caf\xe9", "text/css; charset=iso-8859-1"), "café");
        assert_eq!(text(b"<meta charset='windows-1252'>caf\xe9", "text/html"), "<meta charset='windows-1252'>café");
        assert_eq!(text("café".as_bytes(), ""), "café");
        assert_eq!(text(b"\xff", "text/html; charset=nonsense"), "\u{fffd}");
    }
}

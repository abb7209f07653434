//! Reads a body within its limits.

use std::{io, mem, time::Duration};

use reqwest::Response;

use super::{
    Failure, FailureKind, Fetched, Fetcher, Wanted,
    decode::{Decoder, Progress},
    pace::Pace,
};

/// Bytes up to which any number of bodies may be in memory.
pub(super) const SMALL: usize = 1 << 20;
/// Bytes of an unwanted body that are read, so that the connection can be used again.
const DRAINED: u64 = 64 << 10;
/// Time to read an unwanted body.
const TO_DRAIN: Duration = Duration::from_secs(2);
/// Content encodings of a body, one inside the other.
const MOST_ENCODINGS: usize = 3;

pub(super) async fn read(
    mut response: Response, fetcher: &Fetcher, wanted: Wanted, fetched: &mut Fetched,
) -> Result<(), Failure> {
    let most = match wanted {
        Wanted::Page => fetcher.limits.max_bytes,
        Wanted::Any(most) => most,
    };
    if !is_wanted(fetched, wanted) {
        drain(&mut response, fetched).await;
        return Ok(());
    }
    let mut encodings = encodings(fetched)?;
    let expected = usize::try_from(response.content_length().unwrap_or_default()).unwrap_or(SMALL).min(SMALL);
    let mut decoder = decoder(&encodings.pop().unwrap_or_default(), most, expected)?;
    let url = response.url().clone();
    let pace = Pace::new(fetcher.limits.min_rate);
    let mut permit = None;
    let outcome = loop {
        let piece = match tokio::time::timeout(fetcher.limits.headers, response.chunk()).await {
            Ok(Ok(Some(piece))) => piece,
            Ok(Ok(None)) => break Ok(()),
            Ok(Err(error)) => break Err(Failure::of(&url, &error)),
            Err(_) => break Err(Failure::too_slow(fetcher.limits.headers)),
        };
        fetched.sent += piece.len() as u64;
        let is_full = match decoder.push(&piece) {
            Ok(progress) => progress == Progress::Full,
            Err(error) => break Err(damaged(&error)),
        };
        if is_full || fetched.sent > most as u64 {
            fetched.is_truncated = true;
            break Ok(());
        }
        if pace.is_too_slow(fetched.sent) {
            let rate = fetcher.limits.min_rate;
            break Err(Failure::new(FailureKind::TooSlow, format!("Fewer than {rate} bytes a second arrived.")));
        }
        if decoder.len() > SMALL && permit.is_none() {
            permit = fetcher.large.acquire().await.ok();
        }
    };
    let is_complete = outcome.is_ok() && !fetched.is_truncated;
    fetched.body = decoder.finish(is_complete).map_err(|error| damaged(&error))?;
    outcome?;
    encodings.iter().rev().try_for_each(|encoding| unpack(fetched, encoding, most))
}

/// Returns the content encodings in the order in which they were applied.
fn encodings(fetched: &Fetched) -> Result<Vec<String>, Failure> {
    let named = fetched.headers.all("content-encoding").flat_map(|value| value.split(','));
    let named = named.map(|name| name.trim().to_ascii_lowercase());
    let named: Vec<String> = named.filter(|name| !matches!(name.as_str(), "" | "identity")).collect();
    if named.len() > MOST_ENCODINGS { Err(unsupported(&named.join(", "))) } else { Ok(named) }
}

fn decoder(encoding: &str, most: usize, expected: usize) -> Result<Decoder, Failure> {
    Decoder::new(encoding, most, expected).ok_or_else(|| unsupported(encoding))
}

fn unsupported(encoding: &str) -> Failure {
    Failure::new(FailureKind::BadEncoding, format!("The content encoding {encoding} is not supported."))
}

/// Unpacks a body that was packed more than once.
fn unpack(fetched: &mut Fetched, encoding: &str, most: usize) -> Result<(), Failure> {
    let packed = mem::take(&mut fetched.body);
    let mut decoder = decoder(encoding, most, packed.len().min(SMALL))?;
    let is_full = decoder.push(&packed).map_err(|error| damaged(&error))? == Progress::Full;
    let is_complete = !fetched.is_truncated && !is_full;
    fetched.is_truncated |= is_full;
    fetched.body = decoder.finish(is_complete).map_err(|error| damaged(&error))?;
    Ok(())
}

fn damaged(error: &io::Error) -> Failure {
    Failure::new(FailureKind::BadEncoding, format!("The response is damaged and cannot be unpacked: {error}."))
}

fn is_wanted(fetched: &Fetched, wanted: Wanted) -> bool {
    let is_page = || matches!(fetched.essence().as_str(), "" | "text/html" | "application/xhtml+xml");
    fetched.is_success() && (wanted != Wanted::Page || is_page())
}

/// Reads the rest of a short response. A long one ends its connection instead.
async fn drain(response: &mut Response, fetched: &mut Fetched) {
    if response.content_length().is_some_and(|length| length > DRAINED) {
        return;
    }
    let read = async {
        while let Ok(Some(piece)) = response.chunk().await {
            fetched.sent += piece.len() as u64;
            if fetched.sent > DRAINED {
                return;
            }
        }
    };
    let _ = tokio::time::timeout(TO_DRAIN, read).await;
}

//! Parser of server-sent events.

use crate::error::ProviderError;

/// Most bytes of an event.
const MOST_BYTES: usize = 1 << 20;

/// Splits a stream of bytes into the data of events. Names of events are not needed: providers repeat them in the data.
#[derive(Debug, Default)]
pub(super) struct SseParser {
    line: Vec<u8>,
    data: String,
    has_data: bool,
    after_return: bool,
}

impl SseParser {
    /// Reads bytes and returns the data of the events that they complete.
    ///
    /// # Errors
    /// Returns [`ProviderError::TooLarge`] for an event of more than 1 MiB.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<Vec<String>, ProviderError> {
        let mut events = Vec::new();
        for &byte in bytes {
            let is_second = byte == b'\n' && self.after_return;
            self.after_return = byte == b'\r';
            if is_second {
                continue;
            }
            if byte == b'\n' || byte == b'\r' {
                events.extend(self.end_line());
            } else {
                self.line.push(byte);
            }
            if self.line.len() + self.data.len() > MOST_BYTES {
                return Err(ProviderError::TooLarge { most: MOST_BYTES });
            }
        }
        Ok(events)
    }

    /// Ends a line. An empty one ends the event.
    fn end_line(&mut self) -> Option<String> {
        let line = std::mem::take(&mut self.line);
        if line.is_empty() {
            let has_data = std::mem::take(&mut self.has_data);
            let data = std::mem::take(&mut self.data);
            return has_data.then_some(data);
        }
        if let Some(data) = line.strip_prefix(b"data:") {
            let data = String::from_utf8_lossy(data.strip_prefix(b" ").unwrap_or(data));
            if std::mem::replace(&mut self.has_data, true) {
                self.data.push('\n');
            }
            self.data.push_str(&data);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_in_any_pieces_are_the_same() {
        let stream = ": comment\r\nevent: a\r\ndata: {\"x\":\r\ndata: 1}\r\n\r\nid: 3\n\ndata:é\n\rdata: last\r\r";
        for size in 1..stream.len() {
            let mut parser = SseParser::default();
            let pieces = stream.as_bytes().chunks(size);
            let events: Vec<_> = pieces.flat_map(|piece| parser.push(piece).unwrap()).collect();
            assert_eq!(events, ["{\"x\":\n1}", "é", "last"], "{size}");
        }
    }

    #[test]
    fn event_without_end_is_refused() {
        let mut parser = SseParser::default();
        let refused = (0..40).find_map(|_| parser.push(&[b'x'; 40_000]).err());
        assert_eq!(refused, Some(ProviderError::TooLarge { most: MOST_BYTES }));
    }
}

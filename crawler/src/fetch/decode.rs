//! Unpacks bodies piece by piece, so that a bomb ends at the limit.

use std::io::{self, Write};

use brotli_decompressor::DecompressorWriter;
use flate2::write::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

/// Bytes that the brotli decoder unpacks at once.
const BUFFER: usize = 16 << 10;

/// Unpacked bytes up to a limit.
pub(super) struct Capped {
    bytes: Vec<u8>,
    most: usize,
    is_full: bool,
}

impl Write for Capped {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let room = self.most - self.bytes.len();
        self.bytes.extend_from_slice(&piece[..piece.len().min(room)]);
        if piece.len() > room {
            self.is_full = true;
            return Err(io::Error::other("larger than the limit"));
        }
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Decoder of one content encoding.
pub(super) enum Decoder {
    Plain(Capped),
    Gzip(MultiGzDecoder<Capped>),
    Zlib(ZlibDecoder<Capped>),
    Raw(DeflateDecoder<Capped>),
    /// `deflate`, before its first byte shows which of the two it is.
    Deflate(Capped),
    Brotli(Box<DecompressorWriter<Capped>>),
}

/// Whether more may be pushed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    /// The limit is not reached.
    Open,
    /// The limit is reached; the rest is dropped.
    Full,
}

impl Decoder {
    /// Creates the decoder of a `Content-Encoding`, or returns none if it is not supported.
    pub(super) fn new(encoding: &str, most: usize, expected: usize) -> Option<Self> {
        let capped = Capped { bytes: Vec::with_capacity(expected.min(most)), most, is_full: false };
        match encoding {
            "" | "identity" => Some(Self::Plain(capped)),
            "gzip" | "x-gzip" => Some(Self::Gzip(MultiGzDecoder::new(capped))),
            "deflate" => Some(Self::Deflate(capped)),
            "br" => Some(Self::Brotli(Box::new(DecompressorWriter::new(capped, BUFFER)))),
            _ => None,
        }
    }

    /// Number of unpacked bytes.
    pub(super) fn len(&self) -> usize {
        self.capped().bytes.len()
    }

    /// Unpacks a piece.
    ///
    /// # Errors
    /// Returns an error if the piece is damaged.
    pub(super) fn push(&mut self, piece: &[u8]) -> io::Result<Progress> {
        if let (Self::Deflate(capped), Some(first)) = (&mut *self, piece.first()) {
            let capped = Capped { bytes: Vec::new(), most: capped.most, is_full: false };
            // The standard demands the zlib form, whose first byte names the method 8; some servers send the raw form.
            let is_zlib = first & 15 == 8;
            *self = if is_zlib { Self::Zlib(ZlibDecoder::new(capped)) } else { Self::Raw(DeflateDecoder::new(capped)) };
        }
        let written = match self {
            Self::Plain(capped) | Self::Deflate(capped) => capped.write_all(piece),
            Self::Gzip(decoder) => decoder.write_all(piece).and_then(|()| decoder.flush()),
            Self::Zlib(decoder) => decoder.write_all(piece).and_then(|()| decoder.flush()),
            Self::Raw(decoder) => decoder.write_all(piece).and_then(|()| decoder.flush()),
            Self::Brotli(decoder) => decoder.write_all(piece),
        };
        if self.capped().is_full {
            return Ok(Progress::Full);
        }
        written.map(|()| Progress::Open)
    }

    /// Returns the unpacked bytes. Also checks the end of the packed form if `is_complete`.
    ///
    /// # Errors
    /// Returns an error if the end is missing or damaged.
    pub(super) fn finish(mut self, is_complete: bool) -> io::Result<Vec<u8>> {
        if is_complete {
            match &mut self {
                Self::Plain(_) | Self::Deflate(_) => {}
                Self::Gzip(decoder) => decoder.try_finish()?,
                Self::Zlib(decoder) => decoder.try_finish()?,
                Self::Raw(decoder) => decoder.try_finish()?,
                Self::Brotli(decoder) => decoder.close()?,
            }
        }
        let capped = match &mut self {
            Self::Plain(capped) | Self::Deflate(capped) => capped,
            Self::Gzip(decoder) => decoder.get_mut(),
            Self::Zlib(decoder) => decoder.get_mut(),
            Self::Raw(decoder) => decoder.get_mut(),
            Self::Brotli(decoder) => decoder.get_mut(),
        };
        Ok(std::mem::take(&mut capped.bytes))
    }

    fn capped(&self) -> &Capped {
        match self {
            Self::Plain(capped) | Self::Deflate(capped) => capped,
            Self::Gzip(decoder) => decoder.get_ref(),
            Self::Zlib(decoder) => decoder.get_ref(),
            Self::Raw(decoder) => decoder.get_ref(),
            Self::Brotli(decoder) => decoder.get_ref(),
        }
    }
}

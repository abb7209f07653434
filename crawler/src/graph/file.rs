//! The file of links: for each finished page its id and those it links to.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek},
};

use crate::frontier::Appender;

/// Bytes that are read at once.
const BUFFER: usize = 256 << 10;

/// Appends the links of a page. Sorts them and drops repeats.
pub(crate) fn write(file: &mut Appender, id: u32, targets: &mut [u32]) -> io::Result<()> {
    targets.sort_unstable();
    file.push(&encoded(id, targets))
}

/// Returns a page and its sorted links as they are stored, without repeats.
pub(super) fn encoded(id: u32, targets: &[u32]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(targets.len() * 2 + 10);
    let count = targets.chunk_by(|a, b| a == b).count();
    number(&mut bytes, id);
    number(&mut bytes, u32::try_from(count).unwrap_or(u32::MAX));
    let mut last = 0;
    for same in targets.chunk_by(|a, b| a == b) {
        number(&mut bytes, same[0] - last);
        last = same[0];
    }
    bytes
}

/// Appends a number, seven bits a byte.
fn number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    bytes.push(number.to_le_bytes()[0]);
}

/// Calls `page` with each page and its links, in one pass over the file.
pub(super) fn pass(mut file: &File, mut page: impl FnMut(u32, &[u32]) -> io::Result<()>) -> io::Result<()> {
    file.rewind()?;
    let mut file = BufReader::with_capacity(BUFFER, file);
    let mut targets = Vec::new();
    while let Some(id) = next(&mut file)? {
        let damaged = || io::Error::new(io::ErrorKind::InvalidData, "the stored links are damaged");
        let count = next(&mut file)?.ok_or_else(damaged)?;
        targets.clear();
        let mut last = 0_u32;
        for _ in 0..count {
            last = last.checked_add(next(&mut file)?.ok_or_else(damaged)?).ok_or_else(damaged)?;
            targets.push(last);
        }
        page(id, &targets)?;
    }
    Ok(())
}

fn next(file: &mut impl Read) -> io::Result<Option<u32>> {
    let mut number = 0;
    for shift in (0..32).step_by(7) {
        let mut byte = [0];
        if file.read(&mut byte)? == 0 {
            return Ok(None);
        }
        number |= u32::from(byte[0] & 0x7F) << shift;
        if byte[0] & 0x80 == 0 {
            return Ok(Some(number));
        }
    }
    Err(io::Error::new(io::ErrorKind::InvalidData, "the stored links are damaged"))
}

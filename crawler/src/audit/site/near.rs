//! Near-duplicate pages by locality-sensitive hashing.
//!
//! Leskovec, Rajaraman and Ullman, "Mining of Massive Datasets", section 3.4: pages that agree in all rows of one band
//! are compared. With 16 bands of 4 rows, pages with 80 % of common shingles are compared with probability
//! 1 - (1 - 0.8^4)^16 = 0.9998. The pages of each band are sorted on disk.

use std::{collections::VecDeque, io, path::Path};

use crate::{
    audit::thresholds,
    disk::{Column, Sorter},
    page::Fingerprint,
};

/// Number of minima.
const MINIMA: usize = 64;
const ROWS: usize = 4;
const BANDS: usize = MINIMA / ROWS;
/// Pages of one bucket that each page is compared with.
const MOST_COMPARED: usize = 16;
/// Bytes of stored minima: a mark that there are some, and the minima.
pub(super) const BYTES: usize = 1 + MINIMA * 2;
/// Bytes of the most similar page: its number and one, and the share of common text.
const NEAREST: usize = 8;
/// Bytes of a record that is sorted: number of the band, its rows, and the number of the page.
const RECORD: usize = 1 + ROWS * 2 + 4;

/// Lower halves of the minima: Li and König (2010), "b-bit minwise hashing".
pub(super) type Minima = [u16; MINIMA];

pub(super) fn minima(fingerprint: &Fingerprint) -> Option<Minima> {
    let halves: Vec<u16> = fingerprint.0.iter().map(|minimum| (minimum & 0xffff) as u16).collect();
    halves.try_into().ok()
}

pub(super) fn to_bytes(minima: &Minima) -> [u8; BYTES] {
    let mut bytes = [1; BYTES];
    for (place, minimum) in bytes[1..].as_chunks_mut::<2>().0.iter_mut().zip(minima) {
        *place = minimum.to_le_bytes();
    }
    bytes
}

/// Reads minima; `None` for a page without any.
pub(super) fn from_bytes(bytes: &[u8; BYTES]) -> Option<Minima> {
    let halves = bytes[1..].as_chunks::<2>().0;
    (bytes[0] != 0).then(|| std::array::from_fn(|at| halves.get(at).map_or(0, |half| u16::from_le_bytes(*half))))
}

fn similarity(left: &Minima, right: &Minima) -> f32 {
    let equal = left.iter().zip(right).filter(|(left, right)| left == right).count();
    equal as f32 / MINIMA as f32
}

/// Most similar page of each page that has one above the threshold.
#[derive(Debug)]
pub(super) struct Nearest(Column<NEAREST>);

impl Nearest {
    pub(super) fn create(dir: &Path) -> io::Result<Self> {
        Column::create(dir).map(Self)
    }

    /// Returns the most similar page and the share of common text.
    pub(super) fn get(&self, page: u32) -> io::Result<Option<(u32, f32)>> {
        let [a, b, c, d, e, f, g, h] = self.0.get(page)?;
        let other = u32::from_le_bytes([a, b, c, d]).checked_sub(1);
        Ok(other.map(|other| (other, f32::from_le_bytes([e, f, g, h]))))
    }

    fn set(&self, page: u32, (other, share): (u32, f32)) -> io::Result<()> {
        let mut bytes = [0; NEAREST];
        bytes[..4].copy_from_slice(&(other + 1).to_le_bytes());
        bytes[4..].copy_from_slice(&share.to_le_bytes());
        self.0.set(page, &bytes)
    }
}

/// The bands of all pages, sorted by their rows.
pub(super) struct Bands(Sorter<RECORD>);

/// A page of a bucket whose later pages are compared with it.
struct Candidate {
    page: u32,
    minima: Minima,
    nearest: Option<(u32, f32)>,
    is_changed: bool,
}

impl Bands {
    pub(super) fn create(dir: &Path) -> io::Result<Self> {
        Sorter::create(dir).map(Self)
    }

    pub(super) fn add(&mut self, page: u32, minima: &Minima) -> io::Result<()> {
        for (band, rows) in (0_u8..).zip(minima.as_chunks::<ROWS>().0) {
            let mut record = [band; RECORD];
            for (place, row) in record[1..].as_chunks_mut::<2>().0.iter_mut().zip(rows) {
                *place = row.to_be_bytes();
            }
            record[RECORD - 4..].copy_from_slice(&page.to_be_bytes());
            self.0.push(record)?;
        }
        Ok(())
    }

    /// Compares each page of a bucket with the pages after it, and keeps the most similar ones.
    pub(super) fn compare(self, minima: &Column<BYTES>, nearest: &Nearest) -> io::Result<()> {
        let mut window: VecDeque<Candidate> = VecDeque::with_capacity(MOST_COMPARED + 1);
        let mut bucket = [u8::MAX; RECORD - 4];
        self.0.each(|record| {
            let (rows, page) = record.split_at(RECORD - 4);
            if rows != bucket {
                window.drain(..).try_for_each(|left| left.store(nearest))?;
                bucket.copy_from_slice(rows);
            }
            let page = page.first_chunk().map_or(0, |page| u32::from_be_bytes(*page));
            let Some(minima) = from_bytes(&minima.get(page)?) else { return Ok(()) };
            let mut right = Candidate { page, minima, nearest: nearest.get(page)?, is_changed: false };
            for left in &mut window {
                let share = similarity(&left.minima, &right.minima);
                if f64::from(share) >= thresholds::NEAR_DUPLICATE {
                    left.keep(right.page, share);
                    right.keep(left.page, share);
                }
            }
            window.push_back(right);
            let first = (window.len() > MOST_COMPARED).then(|| window.pop_front()).flatten();
            first.map_or(Ok(()), |first| first.store(nearest))
        })?;
        window.drain(..).try_for_each(|left| left.store(nearest))
    }
}

impl Candidate {
    fn keep(&mut self, other: u32, share: f32) {
        let is_better = self.nearest.is_none_or(|(known, most)| share > most || (share >= most && other < known));
        if is_better {
            self.nearest = Some((other, share));
            self.is_changed = true;
        }
    }

    fn store(self, nearest: &Nearest) -> io::Result<()> {
        self.nearest.filter(|_| self.is_changed).map_or(Ok(()), |found| nearest.set(self.page, found))
    }
}

const _: () = assert!(BANDS <= u8::MAX as usize);

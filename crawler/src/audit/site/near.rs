//! Near-duplicate pages by locality-sensitive hashing.
//!
//! Leskovec, Rajaraman and Ullman, "Mining of Massive Datasets", section 3.4: pages that agree in all rows of one band
//! are compared. With 16 bands of 4 rows, pages with 80 % of common shingles are compared with probability
//! 1 - (1 - 0.8^4)^16 = 0.9998.

use std::collections::HashMap;

use crate::audit::thresholds;
use crate::page::Fingerprint;

/// Number of minima.
const MINIMA: usize = 64;
const ROWS: usize = 4;
const BANDS: usize = MINIMA / ROWS;
/// Pages of one bucket that each page is compared with.
const MOST_COMPARED: usize = 16;

/// Lower halves of the minima: Li and König (2010), "b-bit minwise hashing".
pub(super) type Minima = [u16; MINIMA];

pub(super) fn minima(fingerprint: &Fingerprint) -> Option<Box<Minima>> {
    let halves: Vec<u16> = fingerprint.0.iter().map(|minimum| (minimum & 0xffff) as u16).collect();
    <Box<Minima>>::try_from(halves.into_boxed_slice()).ok()
}

fn similarity(left: &Minima, right: &Minima) -> f32 {
    let equal = left.iter().zip(right).filter(|(left, right)| left == right).count();
    equal as f32 / MINIMA as f32
}

/// Returns the most similar page of each page that has one above the threshold.
pub(super) fn pairs(pages: &[(u32, &Minima)]) -> HashMap<u32, (u32, f32)> {
    let mut best: HashMap<u32, (u32, f32)> = HashMap::new();
    for band in 0..BANDS {
        let mut buckets: Vec<([u16; ROWS], u32)> =
            pages.iter().enumerate().map(|(place, (_, minima))| (rows(minima, band), place as u32)).collect();
        buckets.sort_unstable();
        for bucket in buckets.chunk_by(|left, right| left.0 == right.0).filter(|bucket| bucket.len() > 1) {
            compare(pages, bucket, &mut best);
        }
    }
    best
}

fn rows(minima: &Minima, band: usize) -> [u16; ROWS] {
    std::array::from_fn(|row| minima[band * ROWS + row])
}

/// Compares each page of a bucket with the pages after it.
fn compare(pages: &[(u32, &Minima)], bucket: &[([u16; ROWS], u32)], best: &mut HashMap<u32, (u32, f32)>) {
    for (start, (_, left)) in bucket.iter().enumerate() {
        for (_, right) in bucket[start + 1..].iter().take(MOST_COMPARED) {
            let ((left, left_minima), (right, right_minima)) = (pages[*left as usize], pages[*right as usize]);
            let share = similarity(left_minima, right_minima);
            if f64::from(share) >= thresholds::NEAR_DUPLICATE {
                keep(best, left, right, share);
                keep(best, right, left, share);
            }
        }
    }
}

fn keep(best: &mut HashMap<u32, (u32, f32)>, page: u32, other: u32, share: f32) {
    let known = best.entry(page).or_insert((other, share));
    if share > known.1 || (share >= known.1 && other < known.0) {
        *known = (other, share);
    }
}

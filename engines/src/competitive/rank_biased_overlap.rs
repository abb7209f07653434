//! Rank-biased overlap.

use std::collections::BTreeSet;

/// Rank-biased overlap of two rankings without ties, extrapolated, 0 (disjoint) to 1 (identical).
///
/// `persistence` is the probability of reading on to the next position, between 0 and 1. Returns 0 if either is
/// empty. Source: Webber, Moffat & Zobel (2010), "A similarity measure for indefinite rankings", ACM TOIS 28(4),
/// equation (32).
pub fn rank_biased_overlap<T: Ord>(a: &[T], b: &[T], persistence: f64) -> f64 {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let (s, l, p) = (short.len(), long.len(), persistence);
    if s == 0 {
        return 0.0;
    }
    let (mut in_short, mut in_long, mut overlap) = (BTreeSet::new(), BTreeSet::new(), 0.0);
    let (mut sum, mut overlap_at_s) = (0.0, 0.0);
    for depth in 1..=l {
        let from_long = &long[depth - 1];
        if let Some(from_short) = short.get(depth - 1) {
            overlap += f64::from(u8::from(in_long.contains(from_short) || from_short == from_long));
            in_short.insert(from_short);
            overlap += f64::from(u8::from(from_short != from_long && in_short.contains(from_long)));
        } else {
            overlap += f64::from(u8::from(in_short.contains(from_long)));
        }
        in_long.insert(from_long);
        if depth == s {
            overlap_at_s = overlap;
        }
        sum += overlap / depth as f64 * p.powi(depth as i32);
        if depth > s {
            sum += overlap_at_s * (depth - s) as f64 / (s * depth) as f64 * p.powi(depth as i32);
        }
    }
    let tail = (overlap - overlap_at_s) / l as f64 + overlap_at_s / s as f64;
    ((1.0 - p) / p * sum + tail * p.powi(l as i32)).clamp(0.0, 1.0)
}

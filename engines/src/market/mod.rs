//! Value of a ranking: search volume x CTR x conversion rate x value per lead.
//!
//! All engines share these definitions. Amounts are products of distributions: every factor is drawn once per draw of a
//! run (Latin hypercube, McKay et al. 1979), draws are multiplied and added one by one, and sums are reported by their
//! 10, 50 and 90 % quantiles. Amounts that share a factor (the curve, the conversion rate, the value per lead) use the
//! same draws, so shared errors do not cancel out in sums.

pub(crate) mod click_curve;
pub(crate) mod conversion;
pub(crate) mod factor_words;
pub(crate) mod money;

pub(crate) use click_curve::{CTR_SPREAD, Curve, POSITIONS, Points};

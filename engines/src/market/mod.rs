//! What a ranking is worth: searches x CTR x conversion rate x value per lead.
//!
//! One definition of each factor for all engines. Amounts are products of distributions: every factor is drawn once for
//! each of the draws of a run (Latin hypercube, McKay et al. 1979), draws are multiplied and added one by one, and the
//! sum is shown by its 10, 50 and 90 % points. A factor that several amounts share (the curve, the conversion rate, the
//! value per lead) keeps its draws, so errors that are shared do not cancel out in sums.

pub(crate) mod click_curve;
pub(crate) mod conversion;
pub(crate) mod money;

pub(crate) use click_curve::{CTR_SPREAD, Curve, POSITIONS, Points};

//! Adjustment for multiple comparisons.

/// Adjusts p-values to control the false discovery rate, in the order of `p_values`.
///
/// Reject those of at most q to keep the false discovery rate at q. Ties keep the input order.
/// Source: Benjamini & Hochberg (1995), "Controlling the False Discovery Rate", JRSS B 57(1),
/// procedure (1), as R's `p.adjust(method = "BH")`. NaN counts as 1. No value is below the p-value that it adjusts.
pub fn benjamini_hochberg(p_values: &[f64]) -> Vec<f64> {
    let count = p_values.len();
    let clean = |index: usize| if p_values[index].is_nan() { 1.0 } else { p_values[index] };
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| clean(a).total_cmp(&clean(b)));
    let mut adjusted = vec![1.0; count];
    let mut smallest: f64 = 1.0;
    for (rank, &index) in order.iter().enumerate().rev() {
        smallest = smallest.min(clean(index) * count as f64 / (rank + 1) as f64);
        // Rounding may put `p * n / n` below p; an adjusted value never is.
        adjusted[index] = smallest.max(clean(index));
    }
    adjusted
}

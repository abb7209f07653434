//! Exact tests of counts.

use statrs::function::beta::beta_reg;
use statrs::function::erf::erfc;

/// Probability of at most `successes` in `trials` trials with probability `p`: P(X <= k).
///
/// `p` 0 to 1. Computed as the regularised incomplete beta function I(1-p; n-k, k+1). Source:
/// Abramowitz & Stegun (1964), 26.5.24. Returns 1 for `successes >= trials`.
pub fn binomial_lower_tail(successes: f64, trials: f64, p: f64) -> f64 {
    let (k, n) = (successes.floor(), trials.floor());
    if k < 0.0 {
        return 0.0;
    }
    if k >= n || p <= 0.0 {
        return 1.0;
    }
    if p >= 1.0 {
        return 0.0;
    }
    beta_reg(n - k, k + 1.0, 1.0 - p)
}

/// Compares two Poisson rates: `(z, two-sided p)` for `count_b / time_b` versus `count_a / time_a`.
///
/// z is positive if the second rate is higher. Uses the variance-stabilised statistic 2 (sqrt(b + 3/8) - sqrt(d (a +
/// 3/8))) / sqrt(1 + d) with d = time_b / time_a. Source: Huffman (1984), "An improved approximate two-sample Poisson
/// test", Applied Statistics 33(2). `dispersion` >= 1 is the variance of the counts relative to Poisson; z is divided
/// by its square root. Returns (0, 1) if both counts are 0.
pub fn poisson_ratio_test(count_a: f64, time_a: f64, count_b: f64, time_b: f64, dispersion: f64) -> (f64, f64) {
    if count_a + count_b <= 0.0 || !(time_a > 0.0 && time_b > 0.0) {
        return (0.0, 1.0);
    }
    let ratio = time_b / time_a;
    let difference = (count_b + 0.375).sqrt() - (ratio * (count_a + 0.375)).sqrt();
    let z = 2.0 * difference / ((1.0 + ratio) * dispersion.max(1.0)).sqrt();
    (z, erfc(z.abs() / std::f64::consts::SQRT_2))
}

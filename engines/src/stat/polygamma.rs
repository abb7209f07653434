//! The trigamma function.

/// Second derivative of ln Gamma at `x` > 0; infinite at 0.
///
/// Recurrence psi1(x) = psi1(x + 1) + 1/x^2 up to x >= 10, then the asymptotic series. Source:
/// Abramowitz & Stegun (1964), 6.4.6 and 6.4.12.
pub fn trigamma(x: f64) -> f64 {
    if x.is_nan() || x <= 0.0 {
        return f64::INFINITY;
    }
    let (mut x, mut sum) = (x, 0.0);
    while x < 10.0 {
        sum += 1.0 / (x * x);
        x += 1.0;
    }
    let (inverse, square) = (1.0 / x, 1.0 / (x * x));
    let series = 1.0 / 6.0 - square * (1.0 / 30.0 - square * (1.0 / 42.0 - square / 30.0));
    sum + inverse + 0.5 * square + inverse * square * series
}

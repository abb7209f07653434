//! Mixtures of Student distributions.

use statrs::function::erf::erfc;

/// One part of a mixture: weight, centre and scale.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Part {
    pub(crate) weight: f64,
    pub(crate) centre: f64,
    pub(crate) scale: f64,
}

/// Probability that a Student variable with `freedom` degrees of freedom is at most `t`.
///
/// Source: Wallace (1959), "Bounds on normal approximations to Student's and the chi-square
/// distributions", Annals of Mathematical Statistics 30(4); error below 0.001 from 4 degrees on.
pub(crate) fn student_probability(t: f64, freedom: f64) -> f64 {
    let size = (freedom * (t * t / freedom).ln_1p()).sqrt() * (8.0 * freedom + 1.0) / (8.0 * freedom + 3.0);
    0.5 * erfc(-size.copysign(t) / std::f64::consts::SQRT_2)
}

/// A mixture of Student distributions with the same degrees of freedom; the weights add up to 1.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mixture {
    pub(crate) parts: Vec<Part>,
    pub(crate) freedom: f64,
}

impl Mixture {
    /// Cumulative probability of `value`.
    pub(crate) fn probability(&self, value: f64) -> f64 {
        let below = |part: &Part| part.weight * student_probability((value - part.centre) / part.scale, self.freedom);
        self.parts.iter().map(below).sum::<f64>().clamp(0.0, 1.0)
    }

    /// Expected value.
    pub(crate) fn mean(&self) -> f64 {
        self.parts.iter().map(|part| part.weight * part.centre).sum()
    }

    /// Mean and standard deviation; the latter requires more than 2 degrees of freedom.
    pub(crate) fn moments(&self) -> (f64, f64) {
        let mean = self.mean();
        let inflation = self.freedom / (self.freedom - 2.0).max(0.1);
        let square = |part: &Part| part.weight * (part.scale * part.scale * inflation + (part.centre - mean).powi(2));
        (mean, self.parts.iter().map(square).sum::<f64>().sqrt())
    }

    /// 97.5 % quantile of a Student variable with `freedom` degrees, in units of its standard deviation.
    pub(crate) fn standard_quantile(freedom: f64) -> f64 {
        let one = Self { parts: vec![Part { weight: 1.0, centre: 0.0, scale: 1.0 }], freedom };
        one.quantile(0.975) / one.moments().1
    }

    /// Quantile of a `probability` in (0, 1), by false position with halving (Dowell & Jarratt 1971,
    /// "A modified regula falsi method", BIT 11).
    pub(crate) fn quantile(&self, probability: f64) -> f64 {
        let mean = self.mean();
        let widest = self.parts.iter().map(|part| part.scale + (part.centre - mean).abs()).fold(0.0, f64::max);
        if !(widest > 0.0 && widest.is_finite()) {
            return mean;
        }
        let off = |value: f64| self.probability(value) - probability;
        let (mut low, mut high) = (mean - 3.0 * widest, mean + 3.0 * widest);
        let (mut below, mut above) = (off(low), off(high));
        for _ in 0..60 {
            if below <= 0.0 && above >= 0.0 {
                break;
            }
            let reach = high - low;
            if below > 0.0 {
                low -= reach;
                below = off(low);
            } else {
                high += reach;
                above = off(high);
            }
        }
        let mut kept = 0;
        for _ in 0..100 {
            if (high - low) <= 1e-7 * widest || above - below <= 1e-12 {
                break;
            }
            let middle = low - below * (high - low) / (above - below);
            let value = off(middle);
            if value < 0.0 {
                (low, below) = (middle, value);
                above *= if kept == -1 { 0.5 } else { 1.0 };
                kept = -1;
            } else if value > 0.0 {
                (high, above) = (middle, value);
                below *= if kept == 1 { 0.5 } else { 1.0 };
                kept = 1;
            } else {
                return middle;
            }
        }
        0.5 * (low + high)
    }
}

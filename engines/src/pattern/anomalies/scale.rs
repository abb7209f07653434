//! Scale with the most even remainders.

/// Plain figures, square roots (counts) or logarithms (proportional changes).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scale {
    Plain,
    Root,
    Logarithm,
}

impl Scale {
    /// Returns the scales that are defined for a series.
    pub(super) fn fitting(values: &[f64]) -> &'static [Self] {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        match least {
            least if least > 0.0 => &[Self::Plain, Self::Root, Self::Logarithm],
            least if least >= 0.0 => &[Self::Plain, Self::Root],
            _ => &[Self::Plain],
        }
    }

    pub(crate) fn to(self, value: f64) -> f64 {
        match self {
            Self::Plain => value,
            // Anscombe (1948) for counts; a negligible shift for larger figures.
            Self::Root => (value.max(0.0) + 0.375).sqrt(),
            Self::Logarithm => value.ln(),
        }
    }

    pub(crate) fn back(self, value: f64) -> f64 {
        match self {
            Self::Plain => value,
            Self::Root => (value.max(0.0).powi(2) - 0.375).max(0.0),
            Self::Logarithm => value.min(700.0).exp(),
        }
    }

    /// Logarithm of the derivative.
    pub(super) fn log_slope(self, value: f64) -> f64 {
        match self {
            Self::Plain => 0.0,
            Self::Root => -(2.0 * (value.max(0.0) + 0.375).sqrt()).ln(),
            Self::Logarithm => -value.ln(),
        }
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Root => "root",
            Self::Logarithm => "logarithm",
        }
    }
}

//! Scale on which a series is modelled.

/// Plain figures, their square roots or their logarithms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scale {
    Plain,
    Root,
    Logarithm,
}

impl Scale {
    /// Returns the scales that are defined for figures with the minimum `least`.
    pub(super) fn fitting(least: f64) -> &'static [Self] {
        if least > 0.0 {
            &[Self::Plain, Self::Root, Self::Logarithm]
        } else if least >= 0.0 {
            &[Self::Plain, Self::Root]
        } else {
            &[Self::Plain]
        }
    }

    pub(super) fn to(self, value: f64) -> f64 {
        match self {
            Self::Plain => value,
            Self::Root => value.sqrt(),
            Self::Logarithm => value.ln(),
        }
    }

    /// Converts a value from the scale to a figure.
    pub(super) fn back(self, value: f64) -> f64 {
        match self {
            Self::Plain => value,
            Self::Root => value.max(0.0).powi(2),
            Self::Logarithm => value.min(600.0).exp(),
        }
    }

    /// Derivative of the figure with respect to the value on the scale.
    pub(super) fn slope(self, value: f64) -> f64 {
        match self {
            Self::Plain => 1.0,
            Self::Root => 2.0 * value.max(0.0),
            Self::Logarithm => value.min(600.0).exp(),
        }
    }

    /// Half the second derivative: the contribution of the variance to the mean.
    pub(super) fn curvature(self, value: f64) -> f64 {
        match self {
            Self::Plain => 0.0,
            Self::Root => 1.0,
            Self::Logarithm => 0.5 * value.min(600.0).exp(),
        }
    }

    /// Logarithm of the Jacobian, which makes likelihoods on different scales comparable.
    pub(super) fn log_jacobian(self, value: f64) -> f64 {
        match self {
            Self::Plain => 0.0,
            Self::Root => -(2.0 * value.max(1e-9).sqrt()).ln(),
            Self::Logarithm => -value.ln(),
        }
    }

    /// Name in the output.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Root => "root",
            Self::Logarithm => "logarithm",
        }
    }
}

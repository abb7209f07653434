//! Scale on which a series is modelled.

/// Maximum share of zeros for modelling counts as logarithms.
const FEW_ZEROS: f64 = 0.05;

/// Logarithms of values that cannot be negative, plain values otherwise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Scale {
    /// ln(y + offset); the offset is 0 if all values are positive.
    Log {
        /// Half of the smallest positive value if there are zeros.
        offset: f64,
    },
    /// Unchanged values. `floor` is 0 if none is negative.
    Plain {
        /// Minimum forecast.
        floor: f64,
        /// Unit that scales the values to the order of 1.
        unit: f64,
    },
}

impl Scale {
    pub(super) fn of(values: &[f64]) -> Self {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
        let zeros = values.iter().filter(|v| **v <= 0.0).count();
        let positive = values.iter().copied().filter(|v| *v > 0.0).fold(f64::INFINITY, f64::min);
        if least > 0.0 {
            Self::Log { offset: 0.0 }
        } else if least >= 0.0 && positive.is_finite() && (zeros as f64) <= FEW_ZEROS * values.len() as f64 {
            Self::Log { offset: positive / 2.0 }
        } else {
            let floor = if least >= 0.0 { 0.0 } else { f64::NEG_INFINITY };
            Self::Plain { floor, unit: if most > 0.0 { most } else { 1.0 } }
        }
    }

    pub(super) fn is_log(self) -> bool {
        matches!(self, Self::Log { .. })
    }

    /// Minimum possible value.
    pub(super) fn floor(self) -> f64 {
        match self {
            Self::Log { .. } => 0.0,
            Self::Plain { floor, .. } => floor,
        }
    }

    /// Converts a value to the working scale.
    pub(super) fn lower(self, value: f64) -> f64 {
        match self {
            Self::Log { offset } => (value + offset).max(f64::MIN_POSITIVE).ln(),
            Self::Plain { unit, .. } => value / unit,
        }
    }

    /// Converts a value from the working scale.
    pub(super) fn raise(self, value: f64) -> f64 {
        match self {
            Self::Log { offset } => (value.min(690.0).exp() - offset).max(0.0),
            Self::Plain { floor, unit } => (value * unit).max(floor),
        }
    }
}

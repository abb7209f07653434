//! The scale a series is modelled on.

/// Share of zeros up to which counts are taken as logarithms.
const FEW_ZEROS: f64 = 0.05;

/// Logarithms of what cannot be negative, plain values of the rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Scale {
    /// ln(y + offset); the offset is 0 where all values are positive.
    Log {
        /// Half of the smallest positive value where there are zeros.
        offset: f64,
    },
    /// The values as they are. `floor` is 0 where none was negative.
    Plain {
        /// Least forecast.
        floor: f64,
        /// Unit that brings the values to the order of 1.
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

    /// Least value that can be.
    pub(super) fn floor(self) -> f64 {
        match self {
            Self::Log { .. } => 0.0,
            Self::Plain { floor, .. } => floor,
        }
    }

    /// A value on the working scale.
    pub(super) fn lower(self, value: f64) -> f64 {
        match self {
            Self::Log { offset } => (value + offset).max(f64::MIN_POSITIVE).ln(),
            Self::Plain { unit, .. } => value / unit,
        }
    }

    /// A value of the working scale in the unit of the series.
    pub(super) fn raise(self, value: f64) -> f64 {
        match self {
            Self::Log { offset } => (value.min(690.0).exp() - offset).max(0.0),
            Self::Plain { floor, unit } => (value * unit).max(floor),
        }
    }
}

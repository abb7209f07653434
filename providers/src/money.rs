//! Amounts of money that are fractions of a cent.

use std::{
    fmt,
    iter::Sum,
    ops::{Add, AddAssign},
};

use serde::{Deserialize, Serialize};

/// Amount in millionths of a US dollar; a call often costs less than a cent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Micros(pub u64);

impl Micros {
    /// No money.
    pub const ZERO: Self = Self(0);

    /// Returns `count` times this amount, at most the largest amount.
    #[must_use]
    pub const fn times(self, count: u64) -> Self {
        Self(self.0.saturating_mul(count))
    }

    /// Returns the price of `count` of a million units at this price, rounded up.
    #[must_use]
    pub const fn of_million(self, count: u64) -> Self {
        Self((self.0.saturating_mul(count)).div_ceil(1_000_000))
    }

    /// Returns the cents that cover this amount, rounded up.
    #[must_use]
    pub const fn to_cents(self) -> u64 {
        self.0.div_ceil(10_000)
    }

    /// Converts a decimal number of dollars as providers report it, rounded to the nearest millionth. Returns `None` for
    /// negative amounts, and for amounts over a billion dollars.
    #[must_use]
    pub fn from_dollars(dollars: f64) -> Option<Self> {
        if !(0.0..=1e9).contains(&dollars) {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked: 0 to 1e15")]
        Some(Self((dollars * 1e6).round() as u64))
    }
}

impl From<u64> for Micros {
    fn from(micros: u64) -> Self {
        Self(micros)
    }
}

impl fmt::Display for Micros {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}.{:06}", self.0 / 1_000_000, self.0 % 1_000_000)
    }
}

impl Add for Micros {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Micros {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Micros {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn micros_of_reported_dollars_are_exact_to_a_millionth() {
        assert_eq!(Micros::from_dollars(0.002), Some(Micros(2_000)));
        assert_eq!(Micros::from_dollars(0.0201), Some(Micros(20_100)));
        for wrong in [-0.1, f64::NAN, f64::INFINITY, 1e12] {
            assert_eq!(Micros::from_dollars(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn micros_of_a_fraction_of_a_million_round_up() {
        assert_eq!(Micros(3_000_000).of_million(1), Micros(3));
        assert_eq!(Micros(150_000).of_million(1), Micros(1));
        assert_eq!(Micros(2_000).to_cents(), 1);
        assert_eq!(Micros(u64::MAX) + Micros(1), Micros(u64::MAX));
        assert_eq!(Micros(1_002_000).to_string(), "$1.002000");
    }
}

//! Values with units: what may be added, multiplied and compared.

use super::super::quantity::{Bound, Place};

/// Minutes of a day and of a year.
pub(super) const DAY: f64 = 1_440.0;
pub(super) const YEAR: f64 = 365.25 * DAY;

/// Dimensions of an amount, with the position of their power.
pub(super) const MONEY: usize = 0;
pub(super) const TIME: usize = 1;
pub(super) const WORKING_TIME: usize = 2;
pub(super) const LENGTH: usize = 3;
pub(super) const WEIGHT: usize = 4;
pub(super) const VOLUME: usize = 5;
pub(super) const DEGREES: usize = 6;
/// Powers of the dimensions; all 0 for counts and shares.
pub(super) type Powers = [i8; 7];
/// Largest power of a dimension.
const MOST_POWER: i8 = 4;

/// What a value measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Measure {
    Amount(Powers),
    /// Minutes of the day.
    Clock,
    /// A year, in minutes.
    Year,
    /// A day of the year, in minutes.
    Date,
}

/// What an amount is charged or counted by.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Rate {
    /// Stem of the word.
    pub(super) stem: String,
    /// Base units of one; 1 for things, and for things by time the base units of the time.
    pub(super) factor: f64,
    /// Dimension; `None` for things such as guests.
    pub(super) dimension: Option<usize>,
}

/// A value of a fact, of a line, or of a calculation.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Value {
    /// In base units: dollars, minutes, inches, pounds; a share is 0 to 1.
    pub(super) amount: f64,
    pub(super) measure: Measure,
    pub(super) bound: Bound,
    pub(super) place: Place,
    pub(super) rate: Option<Rate>,
    /// Longest unit of the calendar that has no fixed number of days, in minutes; 0 for none.
    pub(super) calendar: f64,
    /// True if it counts days of the week.
    pub(super) is_weekly: bool,
    /// Positions of the statements of its figures.
    pub(super) statements: Vec<usize>,
}

impl Value {
    /// Returns a number without unit.
    pub(super) fn number(amount: f64) -> Self {
        Self {
            amount,
            measure: Measure::Amount([0; 7]),
            bound: Bound::None,
            place: Place::Single,
            rate: None,
            calendar: 0.0,
            is_weekly: false,
            statements: Vec::new(),
        }
    }

    pub(super) fn powers(&self) -> Option<Powers> {
        match self.measure {
            Measure::Amount(powers) => Some(powers),
            Measure::Clock | Measure::Year | Measure::Date => None,
        }
    }

    /// Returns the sum, or with `sign` -1 the difference; `None` if units or limits do not allow it.
    pub(super) fn plus(&self, other: &Self, sign: f64) -> Option<Self> {
        let mut shares = (1.0, 1.0);
        let (measure, rate) = match (self.measure, other.measure) {
            (Measure::Amount(one), Measure::Amount(two)) => {
                let (powers, rate) = self.joined_rates(other, one, two)?;
                let of = |own: Powers| rate.as_ref().filter(|_| own != powers).map_or(1.0, |rate| 1.0 / rate.factor);
                shares = (of(one), of(two));
                (Measure::Amount(powers), rate)
            }
            (point, length) if sign < 0.0 && point == length => return self.distance(other),
            (point, Measure::Amount(powers)) if powers == power(TIME, 1) => (point, None),
            _ => return None,
        };
        let is_span = sign < 0.0 && self.statements == other.statements && !self.statements.is_empty();
        let (second, place) =
            if sign < 0.0 { (flip(other.bound), turn(other.place)) } else { (other.bound, other.place) };
        let mut amount = self.amount * shares.0 + sign * other.amount * shares.1;
        if measure == Measure::Clock {
            amount = amount.rem_euclid(DAY);
        }
        let place = if is_span { Place::Single } else { same_place(self.place, place)? };
        self.with(other, amount, measure, rate)?.limited(same_bound(self.bound, second)?, place)
    }

    /// Returns the time between two points: hours of a night, years, days of a season.
    fn distance(&self, other: &Self) -> Option<Self> {
        let mut amount = self.amount - other.amount;
        if amount < 0.0 {
            amount += match self.measure {
                Measure::Clock => DAY,
                Measure::Date => 365.0 * DAY,
                Measure::Year | Measure::Amount(_) => return None,
            };
        }
        let time = Measure::Amount(power(TIME, 1));
        let calendar = if self.measure == Measure::Year { YEAR } else { 0.0 };
        Some(Self { calendar, ..self.with(other, amount, time, None)?.limited(Bound::None, Place::Single)? })
    }

    /// Returns the product, or with `sign` -1 the quotient.
    pub(super) fn times(&self, other: &Self, sign: i8) -> Option<Self> {
        let (one, two) = (self.powers()?, other.powers()?);
        let mut powers = one;
        for (power, second) in powers.iter_mut().zip(two) {
            *power = power.checked_add(sign.checked_mul(second)?).filter(|power| power.abs() <= MOST_POWER)?;
        }
        let (amount, bound, place) = if sign < 0 {
            (self.amount / other.amount, flip(other.bound), turn(other.place))
        } else {
            (self.amount * other.amount, other.bound, other.place)
        };
        // Guests times a price per guest is a price.
        let of_things = |one: &Self, other: &Self| {
            let is_count = other.powers() == Some([0; 7]) && other.rate.is_none() && other.amount > 1.0;
            let rate = one.rate.clone();
            if sign > 0 && is_count { rate.filter(|rate| rate.dimension.is_some()) } else { rate }
        };
        let rate = match (&self.rate, &other.rate) {
            (left, right) if sign < 0 => left.clone().filter(|_| left != right),
            (Some(_), _) => of_things(self, other),
            (None, _) => of_things(other, self),
        };
        let rate = rate.filter(|rate| rate.dimension.is_none_or(|of| powers.get(of).is_some_and(|power| *power < 0)));
        let bound = same_bound(self.bound, bound)?;
        let place = same_place(self.place, place)?;
        self.with(other, amount, Measure::Amount(powers), rate)?.limited(bound, place)
    }

    /// Returns the powers and the rate of a sum. Figures of one fact share a rate: `$48 a month plus $6 per employee`.
    fn joined_rates(&self, other: &Self, one: Powers, two: Powers) -> Option<(Powers, Option<Rate>)> {
        let is_of_fact = self.statements.iter().any(|at| other.statements.contains(at));
        let bare = |rate: &Option<Rate>| rate.as_ref().is_none_or(|rate| rate.dimension.is_none());
        if one == two {
            return match (&self.rate, &other.rate) {
                (Some(left), Some(right)) if left.dimension != right.dimension => None,
                (Some(left), Some(right)) if left.dimension.is_none() && left.stem != right.stem => None,
                (left, right) => Some((one, left.clone().or_else(|| right.clone()))),
            };
        }
        match (&self.rate, &other.rate) {
            (Some(rate), right) if is_of_fact && bare(right) && joins(one, two, rate) => Some((one, self.rate.clone())),
            (left, Some(rate)) if is_of_fact && bare(left) && joins(two, one, rate) => Some((two, other.rate.clone())),
            _ => None,
        }
    }

    fn with(&self, other: &Self, amount: f64, measure: Measure, rate: Option<Rate>) -> Option<Self> {
        let mut statements: Vec<usize> = self.statements.iter().chain(&other.statements).copied().collect();
        statements.sort_unstable();
        statements.dedup();
        amount.is_finite().then(|| Self {
            amount,
            measure,
            rate,
            calendar: self.calendar.max(other.calendar),
            is_weekly: self.is_weekly || other.is_weekly,
            statements,
            ..self.clone()
        })
    }

    fn limited(self, bound: Bound, place: Place) -> Option<Self> {
        Some(Self { bound, place, ..self })
    }
}

/// Returns a dimension with a power.
pub(super) fn power(dimension: usize, power: i8) -> Powers {
    let mut powers = [0; 7];
    if let Some(one) = powers.get_mut(dimension) {
        *one = power;
    }
    powers
}

/// True if an amount without the rate has the powers `bare`.
fn joins(rated: Powers, bare: Powers, rate: &Rate) -> bool {
    let Some(dimension) = rate.dimension else { return false };
    rated.iter().zip(bare).enumerate().all(|(at, (one, two))| *one == two - i8::from(at == dimension))
}

pub(super) fn flip(bound: Bound) -> Bound {
    match bound {
        Bound::None => Bound::None,
        Bound::Above => Bound::Below,
        Bound::AtLeast => Bound::AtMost,
        Bound::Below => Bound::Above,
        Bound::AtMost => Bound::AtLeast,
    }
}

fn turn(place: Place) -> Place {
    match place {
        Place::Single => Place::Single,
        Place::Low => Place::High,
        Place::High => Place::Low,
    }
}

/// Returns the limit of two values together; `None` if one is open to above and the other to below.
fn same_bound(one: Bound, two: Bound) -> Option<Bound> {
    match (one, two) {
        (Bound::None, other) | (other, Bound::None) => Some(other),
        (one, two) if one == two => Some(one),
        (Bound::Above | Bound::AtLeast, Bound::Above | Bound::AtLeast) => Some(Bound::AtLeast),
        (Bound::Below | Bound::AtMost, Bound::Below | Bound::AtMost) => Some(Bound::AtMost),
        _ => None,
    }
}

fn same_place(one: Place, two: Place) -> Option<Place> {
    match (one, two) {
        (Place::Single, other) | (other, Place::Single) => Some(other),
        (one, two) => (one == two).then_some(one),
    }
}

//! Finds the day on which the clicks of a website fell.

use chrono::{Days, NaiveDate};

use super::series::Clicks;

/// Length of the period before a fall and maximum length of the period after it, in days.
const LENGTH: usize = 28;
/// Days with clicks that each period needs.
const LEAST: usize = 14;
/// Last days in which a fall is searched.
const LOOK_BACK: usize = 182;
/// Minimum relative fall of the mean.
const LEAST_FALL: f64 = 0.2;
/// Minimum difference of the means in standard errors. Days resemble each other, so it is far above that of independent days.
const LEAST_T: f64 = 6.0;

/// Returns the first day of the clearest fall in the last half year: the one with the largest difference of the means before and
/// after in standard errors. `None` if the clicks never fell by a fifth, or only within their usual variation.
pub(super) fn clearest(clicks: &Clicks) -> Option<NaiveDate> {
    let y = &clicks.y;
    let first = y.len().saturating_sub(LOOK_BACK).max(LENGTH);
    let falls = (first..y.len()).filter_map(|at| Some((at, t(y, at)?)));
    let (at, _) = falls.max_by(|one, other| one.1.total_cmp(&other.1))?;
    clicks.first.checked_add_days(Days::new(u64::try_from(at).ok()?))
}

/// Returns the fall from the days before a position to the days from it on, in standard errors; `None` if it is too small.
fn t(y: &[Option<f64>], at: usize) -> Option<f64> {
    let before = Moments::of(&y[at - LENGTH..at])?;
    let after = Moments::of(&y[at..y.len().min(at + LENGTH)])?;
    let fall = before.mean - after.mean;
    // Counts vary at least as a Poisson variable does.
    let error = before.error2.max(before.mean / before.days) + after.error2.max(after.mean / after.days);
    let t = fall / error.sqrt();
    (fall >= LEAST_FALL * before.mean && t >= LEAST_T).then_some(t)
}

/// Mean of a period with its squared standard error.
struct Moments {
    days: f64,
    mean: f64,
    error2: f64,
}

impl Moments {
    /// Returns `None` with too few known days.
    fn of(period: &[Option<f64>]) -> Option<Self> {
        let known: Vec<f64> = period.iter().flatten().copied().collect();
        if known.len() < LEAST {
            return None;
        }
        let days = f64::from(u32::try_from(known.len()).ok()?);
        let mean = known.iter().sum::<f64>() / days;
        let squares: f64 = known.iter().map(|value| (value - mean) * (value - mean)).sum();
        Some(Self { days, mean, error2: squares / (days - 1.0) / days })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clicks with a weekend that has half of them.
    fn clicks(levels: impl Iterator<Item = f64>) -> Clicks {
        let day = |(at, level): (usize, f64)| Some(if at % 7 < 5 { level } else { level / 2.0 });
        Clicks { first: day_of("2026-01-01"), y: levels.enumerate().map(day).collect() }
    }

    fn day_of(text: &str) -> NaiveDate {
        text.parse().expect("a day")
    }

    #[test]
    fn clearest_finds_the_day_of_a_fall_that_is_not_in_the_last_weeks() {
        let fell = clicks((0..200).map(|at| if at < 120 { 200.0 } else { 90.0 }));
        let found = clearest(&fell).expect("a fall");
        assert!((found - day_of("2026-05-01")).num_days().abs() <= 2, "{found}");
    }

    #[test]
    fn clearest_takes_the_larger_of_two_falls() {
        let fell = clicks((0..200).map(|at| match at {
            0..80 => 200.0,
            80..150 => 150.0,
            _ => 40.0,
        }));
        let found = clearest(&fell).expect("a fall");
        assert!((found - day_of("2026-05-31")).num_days().abs() <= 2, "{found}");
    }

    #[test]
    fn clearest_ignores_rises_weekends_and_short_data() {
        assert_eq!(clearest(&clicks((0..200).map(|_| 200.0))), None);
        assert_eq!(clearest(&clicks((0..200).map(|at| if at < 120 { 90.0 } else { 200.0 }))), None);
        assert_eq!(clearest(&clicks((0..20).map(|at| if at < 10 { 200.0 } else { 20.0 }))), None);
        let few = clicks((0..200).map(|at| if at < 120 { 3.0 } else { 2.0 }));
        assert_eq!(clearest(&few), None, "chance explains it");
        assert_eq!(clearest(&clicks(std::iter::empty())), None);
    }

    #[test]
    fn clearest_ignores_falls_of_more_than_half_a_year_ago() {
        let fell = clicks((0..400).map(|at| if at < 120 { 200.0 } else { 90.0 }));
        assert_eq!(clearest(&fell), None);
    }
}

//! Frequency of checks: more often where a change is likely and matters, within the monthly budget.
//!
//! Between checks the logarithm of the rank is a random walk with the standard deviation s a day, so the expected squared
//! error of what is shown is s² T / 2 on average over an interval of T days. Weighted by the monthly value v of the keyword,
//! the sum over all keywords is least for a given number of checks if every T is proportional to 1 / (s √v) (by a Lagrange
//! multiplier; the same argument as for refreshing pages of a crawler: Cho and Garcia-Molina 2003, "Effective page refresh
//! policies for web crawlers"). T is limited to 1 to 30 days, and the factor is the smallest that the budget covers.

/// Shortest time between two checks of a keyword, in days.
pub const SHORTEST_DAYS: f64 = 1.0;
/// Longest time between two checks of a keyword, in days.
pub const LONGEST_DAYS: f64 = 30.0;
/// Days of the longest month, so that no month exceeds the budget.
const MONTH_DAYS: f64 = 31.0;
/// Value of a keyword without a known one, and the least: a dollar a month.
const LEAST_CENTS: f64 = 100.0;
/// Steps of the search for the factor.
const STEPS: u32 = 80;
/// Part of a day by which a check may be early, because runs do not start at the same second each day.
const SLACK_DAYS: f64 = 0.125;

/// What a keyword's frequency depends on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Need {
    /// Monthly value in cents; `None` if unknown.
    pub value_cents: Option<f64>,
    /// Volatility, see [`super::volatility`].
    pub volatility: f64,
}

impl Need {
    /// Returns the priority: of two keywords, the one with the higher priority is checked at least as often.
    #[must_use]
    pub fn priority(self) -> f64 {
        let value = self.value_cents.filter(|value| value.is_finite()).unwrap_or(0.0).max(LEAST_CENTS);
        let volatility = if self.volatility.is_finite() { self.volatility.max(1e-6) } else { super::PRIOR };
        volatility * value.sqrt()
    }
}

/// Returns the days between two checks of each keyword, 1 to 30. `None` for keywords that the budget does not cover even
/// once in 30 days, those of the lowest priority. Without a budget all are checked daily.
#[must_use]
pub fn intervals(needs: &[Need], check_micros: u64, month_budget_micros: Option<u64>) -> Vec<Option<f64>> {
    let Some(budget) = month_budget_micros.filter(|_| check_micros > 0) else {
        return vec![Some(SHORTEST_DAYS); needs.len()];
    };
    let priorities: Vec<f64> = needs.iter().map(|need| need.priority()).collect();
    let at = |factor: f64| -> Vec<f64> {
        priorities.iter().map(|priority| (factor / priority).clamp(SHORTEST_DAYS, LONGEST_DAYS)).collect()
    };
    let fits = |days: &[f64]| cost(days.iter().copied(), check_micros) <= whole(budget);
    let top = priorities.iter().copied().fold(0.0, f64::max) * LONGEST_DAYS;
    if !fits(&at(top)) {
        return covered(&priorities, check_micros, budget);
    }
    let (mut low, mut high) = (0.0, top);
    if fits(&at(low)) {
        high = low;
    }
    for _ in 0..STEPS {
        let middle = f64::midpoint(low, high);
        if fits(&at(middle)) { high = middle } else { low = middle }
    }
    at(high).into_iter().map(Some).collect()
}

/// Returns 30 days for as many keywords as the budget covers, by priority.
fn covered(priorities: &[f64], check_micros: u64, budget: u64) -> Vec<Option<f64>> {
    let mut order: Vec<usize> = (0..priorities.len()).collect();
    order.sort_by(|a, b| priorities[*b].total_cmp(&priorities[*a]).then(a.cmp(b)));
    let mut days = vec![None; priorities.len()];
    for (number, at) in order.into_iter().enumerate() {
        if cost(std::iter::repeat_n(LONGEST_DAYS, number + 1), check_micros) > whole(budget) {
            break;
        }
        days[at] = Some(LONGEST_DAYS);
    }
    days
}

#[expect(clippy::cast_precision_loss, reason = "millionths of a dollar below a billion dollars")]
const fn whole(micros: u64) -> f64 {
    micros as f64
}

fn cost(days: impl Iterator<Item = f64>, check_micros: u64) -> f64 {
    days.map(|days| MONTH_DAYS / days).sum::<f64>() * whole(check_micros)
}

/// Returns the cost of a month of 31 days, in millionths of a dollar.
#[must_use]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a finite sum of positive amounts")]
pub fn month_cost(intervals: &[Option<f64>], check_micros: u64) -> u64 {
    cost(intervals.iter().flatten().copied(), check_micros).ceil() as u64
}

/// Returns true if a keyword that was last checked some days ago is due.
#[must_use]
pub fn due(days_since_check: Option<f64>, interval: Option<f64>) -> bool {
    match (days_since_check, interval) {
        (_, None) => false,
        (None, Some(_)) => true,
        (Some(since), Some(interval)) => since >= interval - SLACK_DAYS,
    }
}

/// Returns how many keywords are checked about daily, weekly, less often, and not at all.
#[must_use]
pub fn interval_counts(intervals: &[Option<f64>]) -> [usize; 4] {
    let mut counts = [0; 4];
    for interval in intervals {
        let at = match interval {
            Some(days) if *days < 2.0 => 0,
            Some(days) if *days <= 7.5 => 1,
            Some(_) => 2,
            None => 3,
        };
        counts[at] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of a linear congruential generator (Knuth), from 0 to 1.
    fn random(state: &mut u64) -> f64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from(u32::try_from(*state >> 32).expect("32 bits")) / f64::from(u32::MAX)
    }

    fn needs(state: &mut u64) -> Vec<Need> {
        let count = 1.0 + (random(state) * 60.0).floor();
        let mut all = Vec::new();
        while f64::from(u32::try_from(all.len()).expect("few")) < count {
            let value_cents = (random(state) > 0.2).then(|| (random(state) * 14.0).exp() - 1.0);
            all.push(Need { value_cents, volatility: random(state) * 2.0 });
        }
        all
    }

    #[test]
    fn intervals_keep_the_budget_and_the_order_of_priority() {
        let mut state = 7;
        for _ in 0..2_000 {
            let needs = needs(&mut state);
            let (check, budget) = (2_000, (random(&mut state) * 4_000_000.0).round().abs());
            let budget = format!("{budget}").parse::<u64>().expect("a whole number");
            let days = intervals(&needs, check, Some(budget));
            assert!(cost(days.iter().flatten().copied(), check) <= whole(budget), "{needs:?} {budget}");
            for day in days.iter().flatten() {
                assert!((SHORTEST_DAYS..=LONGEST_DAYS).contains(day), "{day}");
            }
            for (a, first) in needs.iter().zip(&days) {
                for (b, second) in needs.iter().zip(&days) {
                    let is_more =
                        a.value_cents.unwrap_or(0.0) > b.value_cents.unwrap_or(0.0) && a.volatility > b.volatility;
                    let rarer = first.unwrap_or(f64::INFINITY) > second.unwrap_or(f64::INFINITY);
                    assert!(!(is_more && rarer), "{a:?} {first:?} {b:?} {second:?}");
                }
            }
        }
    }

    #[test]
    fn larger_budget_never_checks_less_often() {
        let mut state = 11;
        for _ in 0..200 {
            let needs = needs(&mut state);
            let mut last = vec![f64::INFINITY; needs.len()];
            for budget in [0, 2_000, 10_000, 100_000, 500_000, 1_000_000, 4_000_000] {
                let days = intervals(&needs, 2_000, Some(budget));
                for (now, before) in days.iter().zip(&mut last) {
                    let now = now.unwrap_or(f64::INFINITY);
                    assert!(now <= *before + 1e-6, "{needs:?} {budget}");
                    *before = now;
                }
            }
        }
    }

    #[test]
    fn ample_budget_checks_daily_and_none_checks_nothing() {
        let needs = [Need { value_cents: Some(5_000.0), volatility: 0.1 }; 3];
        assert_eq!(intervals(&needs, 2_000, None), [Some(1.0); 3]);
        assert_eq!(intervals(&needs, 2_000, Some(200_000)), [Some(1.0); 3]);
        assert_eq!(intervals(&needs, 2_000, Some(0)), [None; 3]);
        assert_eq!(intervals(&[], 2_000, Some(0)), []);
    }

    #[test]
    fn volatile_and_valuable_keyword_takes_most_of_a_tight_budget() {
        let calm = Need { value_cents: Some(200.0), volatility: 0.05 };
        let hot = Need { value_cents: Some(80_000.0), volatility: 0.4 };
        let days = intervals(&[calm, hot], 2_000, Some(50_000));
        assert!(days[1] < Some(1.6) && days[0] > Some(6.0), "{days:?}");
    }

    #[test]
    fn keyword_is_due_by_its_interval_and_at_once_without_a_check() {
        assert!(due(None, Some(30.0)) && due(Some(0.99), Some(1.0)) && due(Some(7.0), Some(7.0)));
        assert!(!due(Some(0.5), Some(1.0)) && !due(None, None) && !due(Some(90.0), None));
    }
}

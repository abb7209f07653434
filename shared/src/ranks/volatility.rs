//! Volatility of a rank.

/// Volatility of a keyword without history: its rank changes by about a fifth in a day.
pub const PRIOR: f64 = 0.2;
/// Weight of the prior, in checks.
const PRIOR_CHECKS: f64 = 3.0;
/// Weight of a change relative to the next one.
const DECAY: f64 = 0.9;
/// A larger change counts as this many times the prior, so that one wrong page of results does not rule a month.
const MOST: f64 = 10.0;
/// Lowest volatility: a rank that never moved still may.
const LEAST: f64 = 0.02;
/// Standard deviation of a normal variable by its mean absolute value.
const BY_MEAN_ABSOLUTE: f64 = 1.253_314_137_315_500_3;

/// A check in the history of a keyword.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seen {
    /// Time in days, from any moment.
    pub day: f64,
    /// Position; `None` if beyond `depth`.
    pub rank: Option<u32>,
    /// Checked results.
    pub depth: u32,
}

impl Seen {
    fn level(self) -> f64 {
        f64::from(self.rank.unwrap_or(self.depth.saturating_add(1)).max(1)).ln()
    }
}

/// Returns the standard deviation of the logarithm of the rank in a day, from checks in order of time.
///
/// The rank is taken as a random walk of its logarithm, because clicks fall with the rank about as a power: a move from 2 to
/// 3 matters as much as one from 20 to 30. Each change is divided by the root of the days between both checks. The mean of
/// absolute changes, with weights that fall by a tenth with each check, is robust against single jumps (mean absolute
/// deviation, Huber 1981); it is shrunk to [`PRIOR`] with the weight of three checks.
///
/// Beyond the checked depth the rank is unknown: a move into or out of it counts with the least that it can be, and two
/// checks beyond it tell nothing.
#[must_use]
pub fn volatility(checks: &[Seen]) -> f64 {
    let (mut sum, mut weights, mut weight) = (PRIOR / BY_MEAN_ABSOLUTE * PRIOR_CHECKS, PRIOR_CHECKS, 1.0);
    for pair in checks.windows(2).rev() {
        let &[before, after] = pair else { continue };
        if let Some(change) = change(before, after) {
            sum += weight * change.min(MOST * PRIOR);
            weights += weight;
            weight *= DECAY;
        }
    }
    (sum / weights * BY_MEAN_ABSOLUTE).max(LEAST)
}

/// Absolute change of the logarithm by the root of the days; `None` if it is unknown.
fn change(before: Seen, after: Seen) -> Option<f64> {
    if before.rank.is_none() && after.rank.is_none() {
        return None;
    }
    let moved = match (before.rank, after.rank) {
        // It moved at least from the depth of the check that did not find it, if that is further.
        (None, Some(_)) => (before.level() - after.level()).max(0.0),
        (Some(_), None) => (after.level() - before.level()).max(0.0),
        _ => (after.level() - before.level()).abs(),
    };
    // Two checks on one day differ by the noise of one day.
    let days = (after.day - before.day).max(1.0);
    Some(moved / days.sqrt()).filter(|change| change.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(ranks: &[Option<u32>]) -> Vec<Seen> {
        ranks.iter().zip(0..).map(|(rank, day)| Seen { day: f64::from(day), rank: *rank, depth: 20 }).collect()
    }

    #[test]
    fn volatility_without_history_is_the_prior() {
        assert!((volatility(&[]) - PRIOR).abs() < 1e-12);
        assert!((volatility(&seen(&[Some(4)])) - PRIOR).abs() < 1e-12);
        assert!((volatility(&seen(&[None, None, None])) - PRIOR).abs() < 1e-12, "beyond the depth nothing is known");
    }

    #[test]
    fn steady_rank_is_less_volatile_than_a_moving_one() {
        let steady = volatility(&seen(&[Some(5); 20]));
        let moving = volatility(&seen(&[Some(5), Some(9), Some(4), Some(10), Some(5), Some(12)]));
        assert!(steady < PRIOR / 2.0 && moving > PRIOR, "{steady} {moving}");
    }

    #[test]
    fn larger_move_never_lowers_the_volatility() {
        for base in [1_u32, 3, 10, 19] {
            let mut last = 0.0;
            for to in base..=20 {
                let now = volatility(&seen(&[Some(base), Some(base), Some(to), Some(base)]));
                assert!(now >= last, "{base} to {to}");
                last = now;
            }
            let beyond = volatility(&seen(&[Some(base), Some(base), None, Some(base)]));
            assert!(beyond >= last, "beyond the depth is further than 20");
        }
    }

    #[test]
    fn single_jump_is_limited() {
        let mut ranks = vec![Some(1); 30];
        ranks[29] = Some(100_000);
        assert!(volatility(&seen(&ranks)) < 0.6);
    }

    #[test]
    fn same_move_over_more_days_is_less_volatile() {
        let over = |days: f64| {
            let first = Seen { day: 0.0, rank: Some(3), depth: 20 };
            volatility(&[first, Seen { day: days, rank: Some(9), depth: 20 }])
        };
        assert!(over(1.0) > over(4.0) && over(4.0) > over(16.0));
    }
}

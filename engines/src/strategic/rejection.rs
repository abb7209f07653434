//! Rejected bets with reasons.

use super::context::{Ground, WORK, cents};
use super::input::Uncounted;
use super::output::Rejected;
use super::risk::{Weighed, weighed};
use crate::common::EngineError;

/// Maximum number of rejected bets for which the best choice with them is computed: those with the largest mean.
const FORCED: usize = 25;

/// Returns the bets that are not chosen, with the reason and the shortfall.
pub(super) fn rejected(ground: &Ground<'_>, best: &Weighed) -> Result<Vec<Rejected>, EngineError> {
    let mut places: Vec<usize> = (0..best.chosen.len()).filter(|at| !best.chosen[*at]).collect();
    places.sort_by(|a, b| ground.worth.means[*b].total_cmp(&ground.worth.means[*a]).then(a.cmp(b)));
    let mut rejected = Vec::with_capacity(places.len());
    for (rank, at) in places.into_iter().enumerate() {
        let short = if rank < FORCED && ground.is_open[at] { short_by(ground, best, at)? } else { None };
        let (reason, detail) = reason(ground, best, at, short);
        rejected.push(Rejected {
            id: ground.bets.all[at].id.clone(),
            title: ground.bets.title(at).to_owned(),
            reason: reason.to_owned(),
            detail,
            mean_cents: cents(ground.worth.means[at]),
            break_even: ground.worth.break_even[at],
            short_by_cents: short.map(cents),
        });
    }
    Ok(rejected)
}

/// Loss of value of the best choice that includes the bet; `None` if there is no such choice.
fn short_by(ground: &Ground<'_>, best: &Weighed, at: usize) -> Result<Option<f64>, EngineError> {
    let forced = ground.limits.forcing(at);
    let found = weighed(ground.worth, &forced, ground.measure(), WORK / 30, ground.control)?;
    Ok(found.map(|found| (best.value - found.value).max(0.0)))
}

fn not_counted(reason: Uncounted) -> (&'static str, String) {
    match reason {
        Uncounted::ReplacementCost => (
            "replacementCost",
            "Its value is what its clicks would cost as ads (replacement cost), not income, so it does not count."
                .to_owned(),
        ),
        Uncounted::Sum => {
            ("sumOfOthers", "It sums other opportunities of the list, so it would count twice.".to_owned())
        }
    }
}

fn reason(ground: &Ground<'_>, best: &Weighed, at: usize, short: Option<f64>) -> (&'static str, String) {
    let (bet, params) = (&ground.bets.all[at], ground.params);
    let chance = ground.worth.break_even[at];
    if let Some(found) = ground.bets.uncounted[at].map(not_counted) {
        return found;
    }
    if !ground.is_open[at] {
        let least = params.stop_probability * 100.0;
        return (
            "stopRule",
            format!(
                "The probability to break even is only {:.0} %; at least {least:.0} % is required.",
                chance * 100.0
            ),
        );
    }
    let is_too_large = params.budget_cents.is_some_and(|most| bet.cost_cents > most)
        || params.hours.is_some_and(|most| bet.hours > most);
    if is_too_large {
        return ("tooLarge", "It exceeds the budget or the hours on its own.".to_owned());
    }
    let missing = ground.bets.needs[at].iter().find(|need| !best.chosen[**need]);
    if ground.worth.means[at] <= 0.0 {
        return ("losesMoney", "On average it does not earn back its cost within the horizon.".to_owned());
    }
    if let Some(need) = missing {
        return (
            "dependency",
            format!("It depends on \"{}\", and the two together are not profitable enough.", ground.bets.title(*need)),
        );
    }
    let detail = match short {
        Some(short) => {
            format!("Others have more value for the same budget, hours or share: it is short by {:.0}.", short / 100.0)
        }
        None => "Others have more value for the same budget, hours or share.".to_owned(),
    };
    ("crowdedOut", detail)
}

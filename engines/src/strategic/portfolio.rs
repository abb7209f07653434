//! The action `portfolio`.

use super::context::{Ground, assumptions, cents};
use super::frontier::frontier;
use super::input::{Bets, Input, Uncounted};
use super::insight;
use super::limits::Limits;
use super::output::{Bet, PortfolioOutput, Totals};
use super::params::{Checked, RiskMeasure};
use super::present_value::{Worth, drawn, stop_month};
use super::rejection::rejected;
use super::risk::{Weighed, results, risk, tail_mean};
use super::shadow_price::shadow_prices;
use super::{METHOD, METHOD_VERSION};
use crate::common::{Control, EngineError, checkpoint};

/// Chooses the most valuable bets under the limits, and explains why the others are rejected.
///
/// # Errors
/// Returns an [`EngineError`] that names the invalid field, or [`EngineError::Cancelled`].
pub fn portfolio(input: &Input, params: &Checked, control: &dyn Control) -> Result<PortfolioOutput, EngineError> {
    let bets = Bets::of(input)?;
    checkpoint(control)?;
    control.progress(5.0, "worth", "Simulating the value of each opportunity");
    let worth = drawn(&bets, params);
    let is_open = open(&bets, &worth, params);
    let limits = Limits::of(&bets, &is_open, params);
    let ground = Ground { bets: &bets, worth: &worth, limits: &limits, is_open: &is_open, params, control };
    control.progress(20.0, "choose", "Selecting opportunities");
    let best = ground.best()?;
    control.progress(50.0, "explain", "Explaining limits and rejected opportunities");
    let shadow_prices = shadow_prices(&ground, &best)?;
    let rejected = rejected(&ground, &best)?;
    control.progress(75.0, "frontier", "Computing the efficient frontier");
    let frontier = frontier(&ground)?;
    let totals = totals(&ground, &best.chosen);
    control.progress(100.0, "portfolio", "Done");
    Ok(PortfolioOutput {
        chosen: chosen(&ground, &best.chosen),
        insights: insight::write(input, &ground, &best, &totals, &shadow_prices),
        objective_cents: cents(best.value),
        bound_cents: cents(best.bound),
        optimal: best.is_optimal,
        rejected,
        totals,
        shadow_prices,
        frontier,
        assumptions: assumptions(params, bets.currency),
        notes: notes(&bets, &best),
        needs: needs(&bets),
        horizon_months: params.horizon_months,
        currency: bets.currency.to_owned(),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    })
}

/// Bets that are likely enough to break even, with prerequisites that are too; a prerequisite itself stays open.
fn open(bets: &Bets<'_>, worth: &Worth, params: &Checked) -> Vec<bool> {
    let mut is_needed = vec![false; bets.all.len()];
    bets.needs.iter().flatten().for_each(|need| is_needed[*need] = true);
    let is_likely = |at: usize| is_needed[at] || worth.break_even[at] >= params.stop_probability;
    (0..bets.all.len()).map(|at| bets.uncounted[at].is_none() && is_likely(at)).collect()
}

fn chosen(ground: &Ground<'_>, chosen: &[bool]) -> Vec<Bet> {
    let mut places: Vec<usize> = (0..chosen.len()).filter(|at| chosen[*at]).collect();
    let (worth, bets) = (ground.worth, ground.bets);
    let cost = |at: usize| 1.0 + bets.all[at].cost_cents + bets.all[at].hours * ground.params.hourly_rate_cents;
    places.sort_by(|a, b| (worth.means[*b] / cost(*b)).total_cmp(&(worth.means[*a] / cost(*a))).then(a.cmp(b)));
    let bet = |at: usize| Bet {
        id: bets.all[at].id.clone(),
        title: bets.title(at).to_owned(),
        vertical: bets.all[at].vertical.clone(),
        cost_cents: cents(bets.all[at].cost_cents),
        hours: bets.all[at].hours,
        worth: ground.money(&worth.draws[at]),
        mean_cents: cents(worth.means[at]),
        break_even: worth.break_even[at],
        stop_after_month: stop_month(&bets.all[at], ground.params),
    };
    places.into_iter().map(bet).collect()
}

fn totals(ground: &Ground<'_>, chosen: &[bool]) -> Totals {
    let shares: Vec<f64> = chosen.iter().map(|chosen| f64::from(*chosen)).collect();
    let sum = |of: &dyn Fn(usize) -> f64| (0..chosen.len()).filter(|at| chosen[*at]).map(of).sum::<f64>();
    let results = results(ground.worth, &shares);
    let won = results.iter().filter(|result| **result >= 0.0).count() as f64;
    let is_assumed = |at: &usize| chosen[*at] && ground.bets.all[*at].success_probability.is_none();
    Totals {
        cost_cents: cents(sum(&|at| ground.bets.all[at].cost_cents)),
        hours: sum(&|at| ground.bets.all[at].hours),
        worth: ground.money(&results),
        mean_cents: cents(sum(&|at| ground.worth.means[at])),
        deviation_cents: cents(risk(ground.worth, &shares, RiskMeasure::Deviation)),
        worst_tenth_cents: cents(tail_mean(&results)),
        break_even: won / results.len().max(1) as f64,
        assumed_chances: (0..chosen.len()).filter(is_assumed).count() as u32,
    }
}

fn notes(bets: &Bets<'_>, best: &Weighed) -> Vec<String> {
    let mut notes = vec![format!("{} opportunities.", bets.all.len())];
    notes.extend(left_out(bets));
    if !best.is_optimal {
        notes.push(format!(
            "The portfolio is not proven optimal: another may have up to {} cents more value.",
            cents(best.bound - best.value)
        ));
    }
    notes
}

/// Says which opportunities do not count, and why.
pub(super) fn left_out(bets: &Bets<'_>) -> Vec<String> {
    let (costs, sums) = (bets.left_out(Uncounted::ReplacementCost), bets.left_out(Uncounted::Sum));
    let cost =
        format!("Left out: {costs} with a value that is what clicks would cost as ads (replacement cost), not income.");
    let sum = format!("Left out: {sums} with a value that sums other opportunities of the list.");
    [(costs, cost), (sums, sum)].into_iter().filter(|(count, _)| *count > 0).map(|(_, note)| note).collect()
}

fn needs(bets: &Bets<'_>) -> Vec<String> {
    let mut needs = Vec::new();
    let without = |is_missing: &dyn Fn(usize) -> bool| (0..bets.all.len()).filter(|at| is_missing(*at)).count();
    let chances = without(&|at| bets.all[at].success_probability.is_none());
    let months = without(&|at| bets.all[at].months_to_effect.is_none());
    if chances > 0 {
        needs.push(format!(
            "The probability of success of {chances} opportunities (Predictive engine): any value from 0 to 1 is assumed."
        ));
    }
    if months > 0 {
        needs.push(format!("The months until {months} opportunities take effect: 3 to 12 are assumed."));
    }
    needs
}

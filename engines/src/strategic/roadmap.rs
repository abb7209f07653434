//! The action `roadmap`: the chosen bets by week.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::context::{assumptions, cents};
use super::input::{Bets, Input};
use super::output::PortfolioOutput;
use super::params::Checked;
use super::portfolio::portfolio;
use super::present_value::{monthly_at, usual_months};
use super::{METHOD, METHOD_VERSION};
use crate::common::{Control, Day, EngineError, Insight};

/// Weeks per month.
const WEEKS: f64 = 52.0 / 12.0;
/// Maximum length of a roadmap, in weeks.
const MAX_WEEKS: usize = 1_040;

/// The plan by week.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoadmapOutput {
    /// Weeks with work or spending.
    pub weeks: Vec<Week>,
    /// End and stop date of each bet.
    pub milestones: Vec<Milestone>,
    /// First week, from 1, in which cumulative expected income covers all spending; `None`: not within the horizon.
    pub break_even_week: Option<u32>,
    /// First day of that week; `None` without a date of the analysis.
    pub break_even_date: Option<Day>,
    /// The scheduled choice.
    pub portfolio: PortfolioOutput,
    /// Insights.
    pub insights: Vec<Insight>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Notes for the reader about this run.
    pub notes: Vec<String>,
    /// Data that would narrow the result.
    pub needs: Vec<String>,
    /// Currency of all amounts, ISO 4217, such as `USD`.
    pub currency: String,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// One week of work.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Week {
    /// Index, from 1.
    pub week: u32,
    /// First day; `None` without a date of the analysis.
    pub starts: Option<Day>,
    /// Work by bet.
    pub work: Vec<Portion>,
    /// Total hours.
    pub hours: f64,
    /// Money spent on bets that start, in cents.
    pub spend_cents: i64,
    /// Money spent on bets so far, in cents.
    pub spent_cents: i64,
}

/// Hours of a bet in a week.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Portion {
    /// The bet.
    pub id: String,
    /// Hours.
    pub hours: f64,
}

/// Schedule of a bet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Milestone {
    /// The bet.
    pub id: String,
    /// Week, from 1, in which it starts.
    pub begins: u32,
    /// Week in which it is finished.
    pub done: u32,
    /// Week in which it is expected to work.
    pub works: u32,
    /// Week after which it is stopped if it does not work yet; `None`: not before the horizon.
    pub stop_after: Option<u32>,
}

/// Schedules the best portfolio by week: highest weekly income per hour first, prerequisites before their dependents.
///
/// Source: Smith (1956), "Various optimizers for single-stage production", the ratio rule; with prerequisites a bet counts
/// together with its dependents (Sidney 1975).
///
/// # Errors
/// Returns an [`EngineError`] that names the invalid field, or [`EngineError::Cancelled`].
pub fn roadmap(input: &Input, params: &Checked, control: &dyn Control) -> Result<RoadmapOutput, EngineError> {
    let portfolio = portfolio(input, params, control)?;
    let bets = Bets::of(input)?;
    let chosen: Vec<usize> =
        (0..bets.all.len()).filter(|at| portfolio.chosen.iter().any(|bet| bet.id == bets.all[*at].id)).collect();
    let order = ordered(&bets, &chosen);
    let (mut weeks, begun) = weeks(&bets, &order, params);
    let start = |week: u32| input.as_of.map(|day| day.plus(7 * (week as i32 - 1)));
    weeks.iter_mut().for_each(|week| week.starts = start(week.week));
    let milestones = milestones(&bets, &begun, &portfolio);
    let break_even_week = break_even(&bets, &begun, params);
    Ok(RoadmapOutput {
        break_even_date: break_even_week.and_then(start),
        weeks,
        milestones,
        break_even_week,
        insights: portfolio.insights.clone(),
        assumptions: assumptions(params, bets.currency),
        notes: vec![format!("{} hours a week; one opportunity at a time, in the given order.", params.hours_per_week)],
        needs: portfolio.needs.clone(),
        portfolio,
        currency: bets.currency.to_owned(),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    })
}

fn income(bets: &Bets<'_>, at: usize) -> f64 {
    let bet = &bets.all[at];
    bet.success_probability.unwrap_or(0.5) * monthly_at(bet, 0.0) - bet.monthly_cost_cents
}

/// Returns the chosen bets in order of work.
fn ordered(bets: &Bets<'_>, chosen: &[usize]) -> Vec<usize> {
    let ratio = |at: usize| income(bets, at) / bets.all[at].hours.max(0.01);
    let opened = |at: usize| {
        let opens = chosen.iter().filter(|other| bets.needs[**other].contains(&at)).map(|other| {
            (income(bets, at) + income(bets, *other)) / (bets.all[at].hours + bets.all[*other].hours).max(0.01)
        });
        opens.fold(ratio(at), f64::max)
    };
    let mut left: Vec<usize> = chosen.to_vec();
    let mut order = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let is_ready = |at: &usize| bets.needs[*at].iter().all(|need| order.contains(need) || !chosen.contains(need));
        let ready = left.iter().copied().filter(is_ready);
        let Some(next) = ready.max_by(|a, b| opened(*a).total_cmp(&opened(*b)).then(b.cmp(a))) else { break };
        left.retain(|at| *at != next);
        order.push(next);
    }
    order
}

/// Bets with the weeks in which they start and end.
type Begun = Vec<(usize, u32, u32)>;

fn weeks(bets: &Bets<'_>, order: &[usize], params: &Checked) -> (Vec<Week>, Begun) {
    let mut weeks: Vec<Week> = Vec::new();
    let mut begun = Begun::new();
    let mut clock = 0.0;
    let mut spent = 0;
    for &at in order {
        let bet = &bets.all[at];
        let begins = (clock / params.hours_per_week + 1e-9).floor() as u32 + 1;
        let mut left = bet.hours;
        let spend = cents(bet.cost_cents);
        spent += spend;
        let week = week_of(&mut weeks, begins);
        week.spend_cents += spend;
        week.spent_cents = spent;
        while left > 1e-9 && weeks.len() < MAX_WEEKS {
            let number = (clock / params.hours_per_week + 1e-9).floor() as u32 + 1;
            let room = f64::from(number) * params.hours_per_week - clock;
            let hours = left.min(room);
            let week = week_of(&mut weeks, number);
            week.spent_cents = spent;
            week.hours += hours;
            week.work.push(Portion { id: bet.id.clone(), hours });
            clock += hours;
            left -= hours;
        }
        let done = ((clock / params.hours_per_week - 1e-9).floor().max(0.0) as u32 + 1).max(begins);
        begun.push((at, begins, done));
    }
    (weeks, begun)
}

fn week_of(weeks: &mut Vec<Week>, number: u32) -> &mut Week {
    if weeks.last().is_none_or(|week| week.week < number) {
        let spent_cents = weeks.last().map_or(0, |week| week.spent_cents);
        weeks.push(Week { week: number, starts: None, work: Vec::new(), hours: 0.0, spend_cents: 0, spent_cents });
    }
    let last = weeks.len() - 1;
    &mut weeks[last]
}

fn milestones(bets: &Bets<'_>, begun: &Begun, portfolio: &PortfolioOutput) -> Vec<Milestone> {
    let later = |week: u32, months: f64| week + (months * WEEKS).ceil() as u32;
    let one = |(at, begins, done): &(usize, u32, u32)| {
        let bet = &bets.all[*at];
        let stop =
            portfolio.chosen.iter().find(|chosen| chosen.id == bet.id).and_then(|chosen| chosen.stop_after_month);
        Milestone {
            id: bet.id.clone(),
            begins: *begins,
            done: *done,
            works: later(*done, usual_months(bet)),
            stop_after: stop.map(|months| later(*begins, f64::from(months))),
        }
    };
    begun.iter().map(one).collect()
}

/// First week in which cumulative expected income covers all spending.
fn break_even(bets: &Bets<'_>, begun: &Begun, params: &Checked) -> Option<u32> {
    let last = (f64::from(params.horizon_months) * WEEKS).ceil() as u32;
    let mut balance = 0.0;
    if begun.is_empty() {
        return None;
    }
    for week in 1..=last {
        for (at, begins, done) in begun {
            let bet = &bets.all[*at];
            if *begins == week {
                balance -= bet.cost_cents + bet.hours * params.hourly_rate_cents;
            }
            if f64::from(week) > f64::from(*done) + usual_months(bet) * WEEKS {
                balance += bet.success_probability.unwrap_or(0.5) * monthly_at(bet, 0.0) / WEEKS;
            }
            if week >= *begins {
                balance -= bet.monthly_cost_cents / WEEKS;
            }
        }
        if balance >= 0.0 && begun.iter().all(|(_, begins, _)| *begins <= week) {
            return Some(week);
        }
    }
    None
}

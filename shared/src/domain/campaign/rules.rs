//! Rules of campaigns: which markets get a site on a day, and why the others do not. Pure: the same figures give the same
//! decisions, in a step, in a dry run and in a forecast.

use chrono::NaiveDate;

use super::{
    CampaignBudget, CampaignDecision, CampaignGoal, CampaignGoalKind, CampaignRules, CampaignStop, Candidate,
    words::{below, dollars, trimmed},
};
use crate::domain::{
    site::SiteKind,
    site_market::{Taken, group},
};

/// What the decisions of a day depend on, in addition to the markets.
#[derive(Debug, Clone, Copy)]
pub struct Terms<'a> {
    /// Kind of the sites.
    pub kind: SiteKind,
    /// Rules of the campaign.
    pub rules: &'a CampaignRules,
    /// Its budget.
    pub budget: &'a CampaignBudget,
    /// Maximum number of new sites of a day that the operator of the installation allows.
    pub new_sites_per_day: i64,
}

/// What was done before.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Standing {
    /// Sites of the campaign.
    pub sites: i64,
    /// Sites that it started on this day.
    pub today: i64,
    /// Money spent or committed of the part for sites, in cents.
    pub spent_cents: i64,
}

/// A decision about a market.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// Position of the market among the candidates.
    pub market: usize,
    /// Decision.
    pub decision: CampaignDecision,
    /// Why.
    pub reason: String,
    /// Part of the budget that it takes, in cents.
    pub cost_cents: i64,
    /// Position of its site among those of the day.
    pub site: Option<usize>,
}

/// Decisions of a day.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Decisions {
    /// Sites to start: positions of their markets among the candidates, the best first.
    pub sites: Vec<Vec<usize>>,
    /// Decisions: markets that get a site, then those that wait, then the others, each in the order of the candidates.
    pub decisions: Vec<Decision>,
    /// Number of decisions that are not in the list.
    pub more: usize,
}

/// Returns why a campaign starts no more sites before a day, if it does not; `counted` is what counts for its goal.
#[must_use]
pub fn stop(
    goal: &CampaignGoal, (rules, budget): (&CampaignRules, &CampaignBudget), standing: &Standing, counted: i64,
    day: NaiveDate,
) -> Option<CampaignStop> {
    if counted >= goal.target {
        Some(CampaignStop::Goal)
    } else if goal.by.is_some_and(|by| day > by) {
        Some(CampaignStop::Deadline)
    } else if standing.sites >= rules.sites_total {
        Some(CampaignStop::SitesTotal)
    } else if budget.left_cents(standing.spent_cents) < budget.cost_per_site_cents {
        Some(CampaignStop::Budget)
    } else {
        None
    }
}

/// Returns the reason for a person.
#[must_use]
pub fn stop_reason(
    stop: CampaignStop, goal: &CampaignGoal, rules: &CampaignRules, budget: &CampaignBudget, spent_cents: i64,
) -> String {
    match stop {
        CampaignStop::Goal => match goal.kind {
            CampaignGoalKind::MonthlyRevenue => {
                format!("The goal is reached: {} of revenue in 30 days.", dollars(goal.target))
            }
            CampaignGoalKind::LiveSites => format!("The goal is reached: {}.", count(goal.target, "live site")),
            CampaignGoalKind::Leads => format!("The goal is reached: {}.", count(goal.target, "lead")),
        },
        CampaignStop::Deadline => {
            format!("The last day, {}, has passed.", goal.by.map(|day| day.to_string()).unwrap_or_default())
        }
        CampaignStop::Budget => format!("The budget is used up: {}.", left(budget, spent_cents)),
        CampaignStop::SitesTotal => format!("{} of {} sites are started.", rules.sites_total, rules.sites_total),
    }
}

fn count(number: i64, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

fn left(budget: &CampaignBudget, spent_cents: i64) -> String {
    let left = budget.left_cents(spent_cents).max(0);
    format!("{} left, a site costs {}", dollars(left), dollars(budget.cost_per_site_cents))
}

/// Counts the candidates that the rules let through, without limits of a day and of money.
#[must_use]
pub fn passing(rules: &CampaignRules, candidates: &[Candidate], taken: impl Fn(&Candidate) -> Option<Taken>) -> usize {
    candidates.iter().filter(|one| fault(rules, one, taken(one)).is_none()).count()
}

/// Decides about the candidates of a day, the best first. `taken` returns why a market can have no site, if it cannot. At most
/// `most` decisions without a site are listed.
#[must_use]
pub fn decide(
    terms: &Terms<'_>, mut standing: Standing, candidates: &[Candidate], taken: impl Fn(&Candidate) -> Option<Taken>,
    most: usize,
) -> Decisions {
    let (mut passing, mut faults) = (Vec::new(), Vec::new());
    for (market, candidate) in candidates.iter().enumerate() {
        match fault(terms.rules, candidate, taken(candidate)) {
            None => passing.push(market),
            Some(fault) => faults.push((market, fault)),
        }
    }
    let areas = passing.iter().filter_map(|market| Some((*market, candidates.get(*market)?.area())));
    let grouped = group(terms.kind, areas);
    faults.extend(grouped.alone.into_iter().map(|market| (market, Fault::Alone)));
    faults.extend(grouped.same_metro.into_iter().map(|market| (market, Fault::SameMetro)));
    faults.sort_by_key(|(market, _)| *market);
    let mut days = Decisions::default();
    let mut waiting = Vec::new();
    for markets in grouped.sites {
        match room(terms, &standing) {
            Ok(()) => {
                standing.sites += 1;
                standing.today += 1;
                standing.spent_cents = standing.spent_cents.saturating_add(terms.budget.cost_per_site_cents);
                days.take(terms, candidates, markets);
            }
            Err(reason) => waiting.extend(markets.into_iter().map(|market| (market, reason.clone()))),
        }
    }
    waiting.sort_by_key(|(market, _)| *market);
    days.more = (waiting.len() + faults.len()).saturating_sub(most);
    let without = |(market, decision, reason)| Decision { market, decision, reason, cost_cents: 0, site: None };
    let waiting = waiting.into_iter().map(|(market, reason)| (market, CampaignDecision::Waiting, reason));
    let skipped = faults.into_iter().map(|(market, fault)| {
        let reason = candidates.get(market).map_or_else(String::new, |one| fault.reason(terms.rules, one));
        (market, CampaignDecision::Skipped, reason)
    });
    days.decisions.extend(waiting.chain(skipped).take(most).map(without));
    days
}

impl Decisions {
    /// Adds a site with its markets; the first one takes its cost.
    fn take(&mut self, terms: &Terms<'_>, candidates: &[Candidate], markets: Vec<usize>) {
        let site = self.sites.len();
        for (at, market) in markets.iter().copied().enumerate() {
            let cost_cents = if at == 0 { terms.budget.cost_per_site_cents } else { 0 };
            let reason = candidates.get(market).map_or_else(String::new, merits);
            let decision = CampaignDecision::Deployed;
            self.decisions.push(Decision { market, decision, reason, cost_cents, site: Some(site) });
        }
        self.sites.push(markets);
    }
}

/// Returns the figures for which a market gets a site.
fn merits(candidate: &Candidate) -> String {
    let score = candidate.market.score.map_or_else(String::new, |score| format!("score {score:.1}, "));
    let profit = candidate.market.profit.map_or(0, |(_, mean, _)| mean);
    format!("{score}expected profit {} a month", dollars(profit))
}

/// Returns why no other site is started today, if none is.
fn room(terms: &Terms<'_>, standing: &Standing) -> Result<(), String> {
    let (rules, budget) = (terms.rules, terms.budget);
    if standing.sites >= rules.sites_total {
        return Err(format!("{} of {} sites", standing.sites, rules.sites_total));
    }
    if standing.today >= rules.sites_per_day {
        return Err(format!("{} of {} sites today", standing.today, rules.sites_per_day));
    }
    if standing.today >= terms.new_sites_per_day {
        return Err(format!(
            "{} of {} sites today, the limit of this installation",
            standing.today, terms.new_sites_per_day
        ));
    }
    if budget.left_cents(standing.spent_cents) < budget.cost_per_site_cents {
        return Err(format!("budget: {}", left(budget, standing.spent_cents)));
    }
    Ok(())
}

/// Why a market gets no site.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Fault {
    Taken(Taken),
    Unknown,
    Score,
    Payout,
    Profit,
    Confidence,
    Alone,
    SameMetro,
}

fn fault(rules: &CampaignRules, candidate: &Candidate, taken: Option<Taken>) -> Option<Fault> {
    let market = &candidate.market;
    if let Some(taken) = taken {
        return Some(Fault::Taken(taken));
    }
    let (Some(score), Some(payout), Some((_, profit, _))) = (market.score, market.payout_cents, market.profit) else {
        return Some(Fault::Unknown);
    };
    // A figure that is not a number fulfils no minimum.
    if score.is_nan() || score < rules.min_score {
        Some(Fault::Score)
    } else if payout < rules.min_payout_cents {
        Some(Fault::Payout)
    } else if profit < rules.min_monthly_profit_cents {
        Some(Fault::Profit)
    } else if candidate.confidence.is_nan() || candidate.confidence < rules.min_confidence {
        Some(Fault::Confidence)
    } else {
        None
    }
}

impl Fault {
    fn reason(&self, rules: &CampaignRules, candidate: &Candidate) -> String {
        let market = &candidate.market;
        match self {
            Self::Taken(Taken::Place) => "this market has a site already".to_owned(),
            Self::Taken(Taken::Metro(metro)) => format!("a site of this trade serves {metro} already"),
            Self::Unknown => "no score: its demand or payout is unknown".to_owned(),
            Self::Score => {
                let score = below(market.score.unwrap_or(0.0), rules.min_score, 1);
                format!("score {score} is below {}", trimmed(rules.min_score, 1))
            }
            Self::Payout => {
                let payout = market.payout_cents.unwrap_or(0);
                format!("payout {} is below {}", dollars(payout), dollars(rules.min_payout_cents))
            }
            Self::Profit => {
                let profit = market.profit.map_or(0, |(_, mean, _)| mean);
                let least = dollars(rules.min_monthly_profit_cents);
                format!("expected profit {} a month is below {least}", dollars(profit))
            }
            Self::Confidence => {
                let confidence = below(candidate.confidence, rules.min_confidence, 2);
                format!("confidence {confidence} is below {}", trimmed(rules.min_confidence, 2))
            }
            Self::SameMetro => {
                format!(
                    "a better market serves the same metropolitan area: {}",
                    candidate.metro.as_deref().unwrap_or("")
                )
            }
            Self::Alone => "a dominator site needs two markets of a state, and no other one passes".to_owned(),
        }
    }
}

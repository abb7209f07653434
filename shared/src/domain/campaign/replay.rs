//! Replays days of a campaign with its rules: past days for a dry run, future days for a forecast.

use std::collections::HashSet;

use chrono::NaiveDate;

use super::{
    CampaignDecision, CampaignGoal, CampaignGoalKind, CampaignStop, Candidate,
    rules::{Decision, Standing, Terms, decide, stop},
};
use crate::domain::site_market::{Taken, TakenMarkets};

/// A site that would have been started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedSite {
    /// Position of the day.
    pub day: usize,
    /// Its markets: vertical and place, the best first.
    pub markets: Vec<(String, String)>,
}

/// A day of a replay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayedDay {
    /// Decisions; their markets are positions among the candidates of the day.
    pub decisions: Vec<Decision>,
    /// Number of decisions that are not in the list.
    pub more: usize,
    /// Money spent on the day, in cents.
    pub spent_cents: i64,
}

/// What a campaign would have done.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Replay {
    /// The days until it stopped.
    pub days: Vec<ReplayedDay>,
    /// Its sites.
    pub sites: Vec<PlannedSite>,
    /// Money spent, in cents.
    pub spent_cents: i64,
    /// Why it would have started no more sites.
    pub stopped_by: Option<CampaignStop>,
}

/// Replays days. `known` returns the candidates of a day by its position, the best first, and `taken` why a market could have
/// no site on it, if it could not. A goal of live sites counts each site from the next day on; other goals cannot be reached in a replay.
/// If `is_settled`, candidates never change, so that the replay ends on the first day without a new site.
#[must_use]
pub fn replay<'a>(
    terms: &Terms<'_>, goal: &CampaignGoal, days: &[NaiveDate], known: impl Fn(usize) -> &'a [Candidate],
    taken: impl Fn(usize, &Candidate) -> Option<Taken>, (most, is_settled): (usize, bool),
) -> Replay {
    let (mut all, mut standing) = (Replay::default(), Standing::default());
    let mut started: HashSet<(String, String)> = HashSet::new();
    let mut own = TakenMarkets::default();
    for (at, day) in days.iter().enumerate() {
        let counted = if goal.kind == CampaignGoalKind::LiveSites { standing.sites } else { 0 };
        all.stopped_by = stop(goal, (terms.rules, terms.budget), &standing, counted, *day);
        if all.stopped_by.is_some() {
            break;
        }
        let candidates: Vec<Candidate> = known(at).iter().filter(|one| !has(&started, one)).cloned().collect();
        standing.today = 0;
        let decided = decide(terms, standing, &candidates, |one| taken(at, one).or_else(|| one.taken(&own)), most);
        let spent = decided.decisions.iter().filter(|one| one.decision == CampaignDecision::Deployed);
        let spent_cents = spent.map(|one| one.cost_cents).sum();
        for markets in &decided.sites {
            let named = markets.iter().filter_map(|market| candidates.get(*market));
            named.clone().for_each(|one| own.add(&one.market.vertical, &one.market.place_id, one.metro.as_deref()));
            let markets: Vec<(String, String)> = named.map(owned).collect();
            started.extend(markets.iter().cloned());
            all.sites.push(PlannedSite { day: at, markets });
        }
        let is_idle = decided.sites.is_empty();
        standing.sites += i64::try_from(decided.sites.len()).unwrap_or(i64::MAX);
        standing.spent_cents = standing.spent_cents.saturating_add(spent_cents);
        let decisions = renumbered(known(at), &candidates, decided.decisions);
        all.days.push(ReplayedDay { decisions, more: decided.more, spent_cents });
        if is_settled && is_idle {
            break;
        }
    }
    all.spent_cents = standing.spent_cents;
    if all.stopped_by.is_none()
        && let Some(day) = days.last()
    {
        let counted = if goal.kind == CampaignGoalKind::LiveSites { standing.sites } else { 0 };
        all.stopped_by = stop(goal, (terms.rules, terms.budget), &standing, counted, *day);
    }
    all
}

fn owned(candidate: &Candidate) -> (String, String) {
    let (vertical, place) = candidate.key();
    (vertical.to_owned(), place.to_owned())
}

fn has(started: &HashSet<(String, String)>, candidate: &Candidate) -> bool {
    !started.is_empty() && started.contains(&owned(candidate))
}

/// Makes decisions refer to all candidates of the day.
fn renumbered(all: &[Candidate], kept: &[Candidate], decisions: Vec<Decision>) -> Vec<Decision> {
    if all.len() == kept.len() {
        return decisions;
    }
    let mut places = std::collections::HashMap::new();
    for (at, candidate) in all.iter().enumerate() {
        places.insert(candidate.key(), at);
    }
    let renumber = |one: Decision| {
        let market = kept.get(one.market).and_then(|candidate| places.get(&candidate.key()).copied())?;
        Some(Decision { market, ..one })
    };
    decisions.into_iter().filter_map(renumber).collect()
}

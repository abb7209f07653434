//! Digest of the ranks of a period: what changed by more than chance, what was not checked and why, and what it cost.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;

use super::{PRIOR, Share, Standing, share_of_voice};
use crate::domain::rank::{OverviewState, RankSettings, RankState, TrackedKeyword};

/// Standard deviations of a keyword's own volatility that a move must exceed.
const SIGMAS: f64 = 2.0;
/// Fewest places of a move.
const LEAST_PLACES: i32 = 2;
/// The first results.
const TOP: i32 = 10;
/// Examples of keywords that were not checked, for each reason.
const EXAMPLES: usize = 3;

/// What a digest is computed from.
#[derive(Debug, Default)]
pub struct DigestInput<'a> {
    /// Host of the website.
    pub host: &'a str,
    /// Tracked keywords.
    pub keywords: &'a [TrackedKeyword],
    /// Latest state of each keyword at the start of the period.
    pub before: &'a [RankState],
    /// Latest state of each keyword at its end.
    pub after: &'a [RankState],
    /// Settings of the checks.
    pub settings: RankSettings,
    /// Whether a run checks daily what is due.
    pub is_daily: bool,
    /// Critical alerts, warnings and good news of the period.
    pub alerts: [i64; 3],
    /// Messages of the worst ones.
    pub alert_messages: Vec<String>,
    /// Checks of the period and their cost in millionths of a dollar.
    pub checks: (i64, i64),
}

/// A keyword whose rank moved.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Move {
    /// Keyword.
    pub keyword: String,
    /// Device and place, such as `mobile, Waco,Texas`.
    pub at: String,
    /// Rank before; `None` if beyond the depth.
    pub from: Option<i32>,
    /// Results that were checked then.
    pub from_depth: i32,
    /// Rank after; `None` if beyond the depth.
    pub to: Option<i32>,
    /// Results that were checked then.
    pub to_depth: i32,
    /// Change of the logarithm of the rank: below 0 is up.
    #[serde(skip)]
    pub size: f64,
}

/// Why keywords were not checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum UncheckedReason {
    /// The check failed.
    Failed,
    /// They are due, but no run has checked them.
    Due,
    /// Nothing starts checks.
    Off,
    /// The budget does not cover them.
    Budget,
    /// Their next check is later.
    Later,
}

/// Keywords that were not checked, for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Unchecked {
    /// Reason.
    pub reason: UncheckedReason,
    /// Error of the checks, if they failed.
    pub error: Option<String>,
    /// Number of keywords.
    pub keywords: usize,
    /// Some of them.
    pub examples: Vec<String>,
}

/// Costs of the checks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Costs {
    /// Checks of the period.
    pub checks: i64,
    /// Their cost in millionths of a dollar.
    pub micros: i64,
    /// Spent and reserved in the month in which the period ends.
    pub month_micros: i64,
    /// Monthly budget.
    pub budget_micros: Option<i64>,
}

/// What happened to the ranks of a website in a period.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Digest {
    /// Host of the website.
    pub host: String,
    /// Start of the period.
    pub from: DateTime<Utc>,
    /// End of the period.
    pub until: DateTime<Utc>,
    /// Tracked keywords.
    pub keywords: usize,
    /// Keywords that were checked in the period.
    pub checked: usize,
    /// Share of voice at the end; `None` before the first check.
    pub share: Option<Share>,
    /// Change of its estimate, over the keywords that were known at both times.
    pub share_change: Option<f64>,
    /// Number of these keywords.
    pub compared: usize,
    /// Keywords that moved up by more than they usually do, largest move first.
    pub up: Vec<Move>,
    /// Keywords that moved down by more than they usually do.
    pub down: Vec<Move>,
    /// Keywords that entered the first ten results.
    pub entered: Vec<Move>,
    /// Keywords that left them.
    pub left: Vec<Move>,
    /// Keywords whose AI overview cites the website now.
    pub cited: Vec<String>,
    /// Keywords whose AI overview no longer cites it, or is gone.
    pub citation_lost: Vec<String>,
    /// Critical alerts, warnings and good news.
    pub alerts: [i64; 3],
    /// Messages of the worst ones.
    pub alert_messages: Vec<String>,
    /// What was not checked.
    pub unchecked: Vec<Unchecked>,
    /// Costs.
    pub costs: Costs,
}

impl Digest {
    /// Returns true if nothing changed and no check failed or was missed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let is_missed = |one: &Unchecked| {
            matches!(one.reason, UncheckedReason::Failed | UncheckedReason::Due | UncheckedReason::Off)
        };
        !self.has_news() && !self.unchecked.iter().any(is_missed)
    }

    /// Returns true if something changed.
    #[must_use]
    pub fn has_news(&self) -> bool {
        let moves = [&self.up, &self.down, &self.entered, &self.left];
        moves.iter().any(|moves| !moves.is_empty())
            || !self.cited.is_empty()
            || !self.citation_lost.is_empty()
            || self.alerts.iter().any(|count| *count > 0)
    }
}

/// Computes the digest of a period. A keyword has moved only if it was checked in the period.
#[must_use]
pub fn digest(input: DigestInput<'_>, from: DateTime<Utc>, until: DateTime<Utc>) -> Digest {
    let before: HashMap<Uuid, &RankState> = input.before.iter().map(|state| (state.keyword_id, state)).collect();
    let after: HashMap<Uuid, &RankState> = input.after.iter().map(|state| (state.keyword_id, state)).collect();
    let is_checked = |keyword: &TrackedKeyword| after.get(&keyword.id).is_some_and(|state| state.checked_at >= from);
    let (share, share_change, compared) = shares(input.keywords, &before, &after);
    let mut found = Digest {
        host: input.host.to_owned(),
        from,
        until,
        keywords: input.keywords.len(),
        checked: input.keywords.iter().filter(|keyword| is_checked(keyword)).count(),
        share,
        share_change,
        compared,
        up: Vec::new(),
        down: Vec::new(),
        entered: Vec::new(),
        left: Vec::new(),
        cited: Vec::new(),
        citation_lost: Vec::new(),
        alerts: input.alerts,
        alert_messages: input.alert_messages,
        unchecked: Vec::new(),
        costs: Costs {
            checks: input.checks.0,
            micros: input.checks.1,
            month_micros: input.settings.spent(until),
            budget_micros: input.settings.month_budget_micros,
        },
    };
    for keyword in input.keywords.iter().filter(|keyword| is_checked(keyword)) {
        if let (Some(old), Some(new)) = (before.get(&keyword.id), after.get(&keyword.id)) {
            found.compare(keyword, old, new);
        }
    }
    found.sort();
    let rest = input.keywords.iter().filter(|keyword| !is_checked(keyword));
    found.unchecked = unchecked(rest, input.is_daily, from, until);
    found
}

/// Returns the share of voice at the end, its change over the keywords that were known at both times, and their number.
fn shares(
    keywords: &[TrackedKeyword], before: &HashMap<Uuid, &RankState>, after: &HashMap<Uuid, &RankState>,
) -> (Option<Share>, Option<f64>, usize) {
    let standing = |keyword: &TrackedKeyword, state: &RankState| Standing {
        rank: state.rank.and_then(|rank| u32::try_from(rank).ok()),
        depth: u32::try_from(state.depth).unwrap_or(0),
        volume: keyword.volume,
    };
    let all: Vec<Standing> =
        keywords.iter().filter_map(|keyword| Some(standing(keyword, after.get(&keyword.id)?))).collect();
    let pairs: Vec<(Standing, Standing)> = keywords
        .iter()
        .filter_map(|keyword| {
            let (old, new) = (before.get(&keyword.id)?, after.get(&keyword.id)?);
            Some((standing(keyword, old), standing(keyword, new)))
        })
        .collect();
    let (old, new): (Vec<Standing>, Vec<Standing>) = pairs.into_iter().unzip();
    let change = share_of_voice(&new).zip(share_of_voice(&old)).map(|(new, old)| new.mid - old.mid);
    (share_of_voice(&all), change, new.len())
}

impl Digest {
    fn compare(&mut self, keyword: &TrackedKeyword, old: &RankState, new: &RankState) {
        let is_in = |state: &RankState| state.rank.is_some_and(|rank| rank <= TOP);
        let is_known = |state: &RankState| state.rank.is_some() || state.depth >= TOP;
        let size = size(old, new);
        let change = || moved(keyword, old, new, size.unwrap_or(0.0));
        match (is_in(old), is_in(new)) {
            (false, true) if is_known(old) => self.entered.push(change()),
            (true, false) if is_known(new) => self.left.push(change()),
            _ => match size.filter(|size| is_unusual(keyword, old, new, *size)) {
                Some(size) if size < 0.0 => self.up.push(change()),
                Some(_) => self.down.push(change()),
                None => {}
            },
        }
        // An overview whose sources are not known says nothing.
        let says = |state: &RankState| matches!(state.ai_overview, OverviewState::Absent | OverviewState::Present);
        match (old.is_cited, new.is_cited) {
            (false, true) if says(old) => self.cited.push(label(keyword)),
            (true, false) if says(new) => self.citation_lost.push(label(keyword)),
            _ => {}
        }
    }

    fn sort(&mut self) {
        for moves in [&mut self.up, &mut self.down, &mut self.entered, &mut self.left] {
            moves.sort_by(|a, b| b.size.abs().total_cmp(&a.size.abs()).then_with(|| a.keyword.cmp(&b.keyword)));
        }
    }
}

fn moved(keyword: &TrackedKeyword, old: &RankState, new: &RankState, size: f64) -> Move {
    Move {
        keyword: keyword.keyword.clone(),
        at: place(keyword),
        from: old.rank,
        from_depth: old.depth,
        to: new.rank,
        to_depth: new.depth,
        size,
    }
}

fn place(keyword: &TrackedKeyword) -> String {
    if keyword.place.is_empty() { keyword.device.to_string() } else { format!("{}, {}", keyword.device, keyword.place) }
}

fn label(keyword: &TrackedKeyword) -> String {
    format!("\"{}\" ({})", keyword.keyword, place(keyword))
}

/// Change of the logarithm of the rank; beyond the depth the least that it can be. `None` if it is unknown.
fn size(old: &RankState, new: &RankState) -> Option<f64> {
    let level = |state: &RankState| f64::from(state.rank.unwrap_or(state.depth.saturating_add(1)).max(1)).ln();
    let change = level(new) - level(old);
    match (old.rank, new.rank) {
        (None, None) => None,
        (None, Some(_)) => Some(change).filter(|change| *change < 0.0),
        (Some(_), None) => Some(change).filter(|change| *change > 0.0),
        (Some(_), Some(_)) => Some(change),
    }
}

/// Returns true for a move by more than the keyword's own volatility explains.
fn is_unusual(keyword: &TrackedKeyword, old: &RankState, new: &RankState, size: f64) -> bool {
    let at = |state: &RankState| state.rank.unwrap_or(state.depth.saturating_add(1));
    #[expect(clippy::cast_precision_loss, reason = "seconds between two checks")]
    let days = ((new.checked_at - old.checked_at).num_seconds() as f64 / 86_400.0).max(1.0);
    let usual = keyword.volatility.unwrap_or(PRIOR) * days.sqrt();
    (at(new) - at(old)).abs() >= LEAST_PLACES && size.abs() > SIGMAS * usual
}

fn unchecked<'a>(
    keywords: impl Iterator<Item = &'a TrackedKeyword>, is_daily: bool, from: DateTime<Utc>, until: DateTime<Utc>,
) -> Vec<Unchecked> {
    let mut by_reason: BTreeMap<(UncheckedReason, Option<&str>), Unchecked> = BTreeMap::new();
    for keyword in keywords {
        let (reason, error) = reason(keyword, is_daily, from, until);
        let none = || Unchecked { reason, error: error.map(str::to_owned), keywords: 0, examples: Vec::new() };
        let one = by_reason.entry((reason, error)).or_insert_with(none);
        one.keywords += 1;
        if one.examples.len() < EXAMPLES {
            one.examples.push(keyword.keyword.clone());
        }
    }
    by_reason.into_values().collect()
}

fn reason(
    keyword: &TrackedKeyword, is_daily: bool, from: DateTime<Utc>, until: DateTime<Utc>,
) -> (UncheckedReason, Option<&str>) {
    if keyword.failed_at.is_some_and(|at| at >= from) {
        return (UncheckedReason::Failed, Some(keyword.error.as_deref().unwrap_or("unknown error")));
    }
    let reason = match keyword.next_at {
        _ if !is_daily => UncheckedReason::Off,
        Some(at) if at > until => UncheckedReason::Later,
        // A run plans every keyword; without a time, the budget does not cover it.
        None if keyword.created_at < from => UncheckedReason::Budget,
        _ => UncheckedReason::Due,
    };
    (reason, None)
}

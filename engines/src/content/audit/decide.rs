//! Verdicts: which page stays, which goes, and where it leads.

use super::closest::Closest;
use super::output::PageVerdict;
use super::pairs::{Tie, Ties};
use super::params::AuditChecked;
use super::plain::plain;
use super::site::{Seen, Site};
use crate::common::{Control, Day, EngineError, checkpoint, count};

/// Words of pages that serve another purpose than search; they are never removed.
const UTILITY: [&str; 24] = [
    "about",
    "account",
    "accessibl",
    "accessibility",
    "basket",
    "cart",
    "checkout",
    "contact",
    "cooki",
    "cookie",
    "disclaim",
    "disclaimer",
    "imprint",
    "impressum",
    "legal",
    "login",
    "polici",
    "policy",
    "privaci",
    "privacy",
    "term",
    "terms",
    "thank",
    "datenschutz",
];

/// What is decided about a page.
#[derive(Debug, Clone)]
pub(super) struct Decision {
    pub(super) verdict: PageVerdict,
    /// Page that takes over.
    pub(super) target: Option<usize>,
    pub(super) reason: String,
    pub(super) is_too_little_data: bool,
    /// True if the page has enough data to look for improvements.
    pub(super) may_improve: bool,
}

impl Decision {
    fn new(verdict: PageVerdict, reason: String) -> Self {
        Self { verdict, target: None, reason, is_too_little_data: false, may_improve: false }
    }

    fn keep(reason: String) -> Self {
        Self::new(PageVerdict::Keep, reason)
    }
}

/// Decides on each page. Targets are living pages that stay, so there are no chains and no cycles.
pub(super) fn decide(
    site: &Site<'_>, (order, rank): (&[usize], &[usize]), ties: &Ties, params: &AuditChecked, as_of: Option<Day>,
    control: &dyn Control,
) -> Result<Vec<Decision>, EngineError> {
    let absorbed = absorb(site, order, rank, ties);
    let mut takes_over = vec![false; site.pages.len()];
    absorbed.iter().flatten().for_each(|keeper| takes_over[*keeper] = true);
    let mut decisions: Vec<Option<Decision>> = vec![None; site.pages.len()];
    for (at, keeper) in absorbed.iter().enumerate() {
        if let Some(keeper) = keeper {
            let tie = &ties[&(at.min(*keeper), at.max(*keeper))];
            decisions[at] = Some(merge(site, at, *keeper, tie));
        }
    }
    for (at, seen) in site.pages.iter().enumerate().filter(|(_, seen)| seen.is_living) {
        if decisions[at].is_none() && !takes_over[at] && is_removable(site, seen, params, as_of) {
            decisions[at] = Some(remove(site, seen));
        }
    }
    let stays: Vec<bool> =
        (0..site.pages.len()).map(|at| site.pages[at].is_living && decisions[at].is_none()).collect();
    let closest = Closest::new(site, &stays);
    let mut all = Vec::with_capacity(decisions.len());
    for (at, decision) in decisions.into_iter().enumerate() {
        if at % 100 == 0 {
            checkpoint(control)?;
        }
        all.push(decision.unwrap_or_else(|| other(site, at, &closest, params)));
    }
    Ok(all)
}

/// Returns the page that takes over each page. In the order of precedence, a page takes over the pages that are tied to it and
/// come later, so a page that takes over is never taken over itself.
fn absorb(site: &Site<'_>, order: &[usize], rank: &[usize], ties: &Ties) -> Vec<Option<usize>> {
    let mut near: Vec<Vec<usize>> = vec![Vec::new(); site.pages.len()];
    for (a, b) in ties.keys() {
        near[*a].push(*b);
        near[*b].push(*a);
    }
    let mut absorbed: Vec<Option<usize>> = vec![None; site.pages.len()];
    for keeper in order {
        if absorbed[*keeper].is_some() {
            continue;
        }
        for other in near[*keeper].iter().filter(|other| rank[**other] > rank[*keeper]) {
            absorbed[*other].get_or_insert(*keeper);
        }
    }
    absorbed
}

fn merge(site: &Site<'_>, at: usize, keeper: usize, tie: &Tie) -> Decision {
    let (own, other) = (&site.pages[at], &site.pages[keeper]);
    let clicks = format!("{} clicks, that page {}", count(own.clicks), count(other.clicks));
    let reason = match tie {
        Tie::Text(likeness) => format!(
            "Its text is a near-duplicate of {} ({:.0}% in common); it has {clicks}",
            plain(&other.page.url),
            100.0 * likeness
        ),
        Tie::Queries(common) => {
            let [a, b] = common.impressions;
            let shown = if at < keeper { a } else { b };
            let all: f64 = site.rows_of(at).map(|row| row.impressions).sum();
            format!(
                "It competes with {} for {} such as “{}”: {:.0}% of its {} impressions; it has {clicks}",
                plain(&other.page.url),
                if common.queries == 1 { "one query".to_owned() } else { format!("{} queries", common.queries) },
                site.queries[common.query].text,
                100.0 * shown / all.max(shown).max(1.0),
                count(all)
            )
        }
    };
    let verdict = if tie.is_copy() { PageVerdict::Redirect } else { PageVerdict::Merge };
    Decision { target: Some(keeper), ..Decision::new(verdict, reason) }
}

/// True for a thin page that no one has seen in search for long, that no page links to, and that serves no other purpose.
fn is_removable(site: &Site<'_>, seen: &Seen<'_>, params: &AuditChecked, as_of: Option<Day>) -> bool {
    let is_idle = site.period_days.is_some_and(|days| days >= f64::from(params.idle_days));
    let is_thin = seen.words.is_some_and(|words| words < u64::from(params.thin_words));
    let is_unlinked = site.has_links && seen.links_in.is_empty();
    let is_new = seen.page.first_seen_at.is_some_and(|day| {
        as_of.or(seen.page.observed_at).is_none_or(|now| f64::from(now.since(day)) < f64::from(params.idle_days))
    });
    let has_figures = site.pages.iter().any(|page| page.impressions > 0.0);
    has_figures
        && is_idle
        && is_thin
        && is_unlinked
        && !is_new
        && seen.impressions == 0.0
        && seen.clicks == 0.0
        && !seen.is_home
        && !is_utility(seen)
}

fn is_utility(seen: &Seen<'_>) -> bool {
    UTILITY.iter().any(|word| seen.topic.all.contains(*word))
}

fn remove(site: &Site<'_>, seen: &Seen<'_>) -> Decision {
    Decision::new(
        PageVerdict::Remove,
        format!(
            "It has {} words, no impression in {} days, and no page links to it",
            seen.words.unwrap_or_default(),
            count(site.period_days.unwrap_or_default())
        ),
    )
}

/// Decides on a page that is neither merged nor removed.
fn other(site: &Site<'_>, at: usize, closest: &Closest<'_>, params: &AuditChecked) -> Decision {
    let seen = &site.pages[at];
    if seen.is_broken() {
        return broken(site, at, closest, params);
    }
    match seen.page.status {
        Some(status @ 300..=399) => return Decision::keep(format!("It redirects (status {status})")),
        Some(status) if status != 200 => {
            return Decision::keep(format!(
                "It answered with status {status}: crawl it again once it works, because its text is unknown"
            ));
        }
        _ => {}
    }
    if !seen.is_living {
        let why =
            if seen.page.is_indexable == Some(false) { "forbids indexing" } else { "names another canonical address" };
        return Decision::keep(format!("It {why}, so search engines do not list it"));
    }
    living(site, seen, params)
}

fn living(site: &Site<'_>, seen: &Seen<'_>, params: &AuditChecked) -> Decision {
    let least = f64::from(params.min_impressions);
    if seen.impressions >= least {
        let position = seen.position.map(|position| format!(", average position {position:.1}")).unwrap_or_default();
        let reason =
            format!("It has {} clicks from {} impressions{position}", count(seen.clicks), count(seen.impressions));
        return Decision { may_improve: true, ..Decision::keep(reason) };
    }
    let period = site.period_days.map(|days| format!(" in {} days", count(days))).unwrap_or_default();
    let settle = match site.period_days {
        Some(days) if seen.impressions > 0.0 => {
            format!("at this rate {} days of data are enough", count((days * least / seen.impressions).ceil()))
        }
        _ if seen.impressions > 0.0 => "load a longer period of queries".to_owned(),
        _ => "inspect in Search Console whether it is indexed".to_owned(),
    };
    let reason = format!(
        "Too little data: {} impressions{period}, at least {} are needed; {settle}",
        count(seen.impressions),
        count(least)
    );
    Decision { is_too_little_data: true, ..Decision::keep(reason) }
}

/// Returns the nearest page above an address that stays, except the home page: search engines treat a redirect to it like a
/// page that is gone.
fn parent(site: &Site<'_>, at: usize, closest: &Closest<'_>) -> Option<usize> {
    let mut key = site.pages[at].key.as_str();
    while let Some((above, _)) = key.rsplit_once('/') {
        key = above;
        if let Some(found) = closest.staying(key) {
            return Some(found);
        }
    }
    None
}

/// Decides on a page that is gone: it leads to the closest page that stays, if one is close.
fn broken(site: &Site<'_>, at: usize, closest: &Closest<'_>, params: &AuditChecked) -> Decision {
    let seen = &site.pages[at];
    let status = seen.page.status.unwrap_or(404);
    let links = match seen.links_in.len() {
        0 => String::new(),
        1 => ", and one page links to it".to_owned(),
        n => format!(", and {n} pages link to it"),
    };
    let figures = format!("has {} clicks and {} impressions{links}", count(seen.clicks), count(seen.impressions));
    if seen.clicks == 0.0 && seen.impressions == 0.0 && seen.links_in.is_empty() {
        return Decision::keep(format!(
            "It is gone (status {status}), without clicks, impressions or links from the website; links from other websites would be lost"
        ));
    }
    if let Some(target) = closest.find(at) {
        let reason = format!(
            "It is gone (status {status}) but {figures}; {} is about the same",
            plain(&site.pages[target].page.url)
        );
        return Decision { target: Some(target), ..Decision::new(PageVerdict::Redirect, reason) };
    }
    let is_shown = seen.impressions >= f64::from(params.min_impressions) || seen.clicks > 0.0;
    if let Some(target) = parent(site, at, closest).filter(|_| !is_shown) {
        let reason = format!(
            "It is gone (status {status}) but {figures}; no page is about the same, and {} is the page above it",
            plain(&site.pages[target].page.url)
        );
        return Decision { target: Some(target), ..Decision::new(PageVerdict::Redirect, reason) };
    }
    let advice = if is_shown {
        "no living page is close enough: restore it, or write a page for its queries"
    } else {
        "no living page is close enough to redirect it to. If other websites link to it, their links are lost: check its backlinks first"
    };
    let reason = format!("It is gone (status {status}) but {figures}; {advice}");
    let verdict = match (seen.links_in.is_empty(), is_shown) {
        (_, true) => PageVerdict::Improve,
        (false, false) => PageVerdict::Remove,
        (true, false) => PageVerdict::Keep,
    };
    Decision::new(verdict, reason)
}

//! The full analysis.

use std::borrow::Cow;

use rayon::prelude::*;

use super::classify::{ASSUMED_PERIOD_DAYS, Read, read};
use super::cluster::{self, Facts, Item, Joins, Meaning};
use super::curve::{SiteCurve, has_pack};
use super::input::Input;
use super::insight;
use super::key::{page_stems, words_said};
use super::money::{Draws, Setting, Worth};
use super::output::{Cluster, IntentSource, KeywordResult, KeywordWin, Output, RejectedRow, Totals, Win};
use super::params::Checked;
use super::rows::{self, Entries, Entry};
use super::target::reachable;
use super::volume::{self, Demand};
use super::wins::{self, Draft, Ground, Periods};
use super::{METHOD, METHOD_VERSION, bing, bing_pages, notes};
use crate::common::{Control, EngineError, Interval, Money, checkpoint};
use crate::embedding::SentenceModel;
use crate::gazetteer::PlaceMention;
use crate::text::Stemmer;

/// Value of the queries, and the share that the site gets.
struct Market {
    curve: SiteCurve,
    /// Entries used for fitting the curve.
    is_usable: Vec<bool>,
    draws: Draws,
    demands: Vec<Option<Demand>>,
    counted: Vec<bool>,
    target_ctr: Vec<f64>,
    added_ctr: Vec<f64>,
}

/// The gathered rows of an input and its other fields.
struct Gathered {
    /// The input without its rows.
    about: Input,
    rows: usize,
    period_days: f64,
    entries: Vec<Entry>,
    periods: Periods,
    rejected: (Vec<RejectedRow>, u64),
}

impl Gathered {
    /// Gathers the rows; an owned input is dropped at once, because it is the largest object of a run.
    fn new(input: Cow<'_, Input>) -> Result<Self, EngineError> {
        let period_days = check_periods(&input)?;
        let rows = input.queries.len();
        let (input, queries) = match input {
            Cow::Borrowed(input) => (Cow::Borrowed(input), Cow::Borrowed(input.queries.as_slice())),
            Cow::Owned(mut input) => {
                let queries = std::mem::take(&mut input.queries);
                (Cow::Owned(input), Cow::Owned(queries))
            }
        };
        let mut gathered = rows::gather(queries)?;
        let periods = Periods::gather(&input, &mut gathered, period_days);
        let Entries { entries, rejected, rejected_count, .. } = gathered;
        let about = input.without_rows();
        Ok(Self { about, rows, period_days, entries, periods, rejected: (rejected, rejected_count) })
    }
}

/// Finds valuable keywords within reach and the pages that they need.
///
/// With a sentence model, queries without SERPs are also joined by meaning. An owned input is freed as soon as its
/// rows are read.
///
/// # Errors
/// Returns an [`EngineError`] if the input has no valid row, a period is invalid, or the caller cancels.
pub fn analyse<'a>(
    input: impl Into<Cow<'a, Input>>, params: &Checked, model: Option<&SentenceModel>, control: &dyn Control,
) -> Result<Output, EngineError> {
    control.progress(0.0, "read", "Reading the queries");
    let gathered = Gathered::new(input.into())?;
    checkpoint(control)?;
    analyse_gathered(gathered, params, model, control)
}

fn analyse_gathered(
    gathered: Gathered, params: &Checked, model: Option<&SentenceModel>, control: &dyn Control,
) -> Result<Output, EngineError> {
    let Gathered { about, rows, period_days, entries, periods, rejected } = gathered;
    control.progress(10.0, "intent", "Classifying search intent");
    let read = read(&about, params, entries);
    let of_bing = bing::report(about.bing.as_ref(), &read.entries)?;
    let pages_of_bing = bing_pages::report(about.bing_pages.as_ref(), &read.entries, about.site.host.as_deref())?;
    checkpoint(control)?;
    control.progress(25.0, "cluster", "Clustering queries into pages");
    let meaning = model.map(|model| meaning(&read, params, model));
    let joins =
        Joins { serp_overlap: params.serp_overlap, similarity: params.cluster_similarity, meaning: meaning.as_ref() };
    let groups = cluster::group(&items(&read), joins, control)?;
    control.progress(60.0, "value", "Estimating monthly values");
    let market = Market::new(&about, params, &read, &periods, period_days)?;
    let clusters = cluster::summarise(&groups, market.facts(&read));
    drop(groups);
    checkpoint(control)?;
    control.progress(75.0, "wins", "Finding quick wins");
    let ground = Ground {
        facts: market.facts(&read),
        curve: &market.curve,
        is_brand: &read.is_brand,
        is_usable: &market.is_usable,
        params,
        periods: &periods,
    };
    let drafts = wins::find(ground, control)?;
    checkpoint(control)?;
    control.progress(90.0, "insights", "Writing insights");
    let mut output = written((&about, rows), &read, ground, drafts, clusters, rejected);
    output.notes.extend(wins_note(&output));
    output.notes.extend(meaning.map(|meaning| meaning.note()));
    output.notes.extend(bing::notes(of_bing.as_ref(), &read.entries));
    output.notes.extend(pages_of_bing.as_ref().map(bing_pages::note));
    (output.bing, output.bing_pages) = (of_bing, pages_of_bing);
    control.progress(100.0, "done", "Done");
    Ok(output)
}

/// Says of how many queries the quick wins are, because a query can have several.
fn wins_note(output: &Output) -> Option<String> {
    let queries = output.keywords.iter().filter(|keyword| !keyword.wins.is_empty()).count();
    (output.wins.len() > queries).then(|| {
        let queries = if queries == 1 { "1 query".to_owned() } else { format!("{queries} queries") };
        format!("{} quick wins are of {queries}: a query can have several kinds of them.", output.wins.len())
    })
}

fn written(
    (input, rows): (&Input, usize), read: &Read, ground: Ground<'_>, drafts: Vec<Draft>, clusters: Vec<Cluster>,
    (rejected, rejected_count): (Vec<RejectedRow>, u64),
) -> Output {
    let facts = ground.facts;
    let wins = price(&drafts, ground);
    let mut keywords = keywords(input, read, facts, ground.curve, &clusters);
    for win in &wins {
        keywords[win.keyword as usize].wins.push(win.win.clone());
    }
    let totals = totals(rows, read, facts, clusters.len(), rejected_count);
    let made = notes::Made::of(input, read, ground.periods, facts);
    let insights = insight::write(&insight::Story {
        input,
        ground,
        drafts: &drafts,
        clusters: &clusters,
        keywords: &keywords,
        totals: &totals,
        assumptions: &made.assumptions,
    });
    Output {
        keywords,
        clusters,
        wins,
        insights,
        totals,
        bing: None,
        bing_pages: None,
        curve: ground.curve.report(),
        factors: facts.draws.factors.clone(),
        needs: made.needs,
        rejected,
        notes: made.notes,
        assumptions: made.assumptions,
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    }
}

impl Market {
    fn new(
        input: &Input, params: &Checked, read: &Read, periods: &Periods, period_days: f64,
    ) -> Result<Self, EngineError> {
        let entries = &read.entries;
        let is_usable: Vec<bool> =
            entries.iter().zip(&read.is_brand).map(|(entry, brand)| is_usable(entry, *brand)).collect();
        let curve = SiteCurve::fit(entries, &is_usable, params);
        let draws = Draws::new(Setting {
            params,
            currency: input.currency.as_deref().unwrap_or("USD"),
            is_period_known: input.period_days.is_some(),
            top_ctr: curve.at(1.0, false).max(curve.at(1.0, true)),
            curve_source: &curve.report().source,
            own_clicks: curve.own_clicks(),
        })?;
        let demands: Vec<Option<Demand>> = entries.iter().map(|entry| volume::demand(entry, period_days)).collect();
        let now = |(at, entry): (usize, &Entry)| (periods.position(at, entry), has_pack(entry));
        let now: Vec<(Option<f64>, bool)> = entries.iter().enumerate().map(now).collect();
        Ok(Self {
            is_usable,
            draws,
            counted: volume::counted_once(&read.keys, &demands),
            target_ctr: now.iter().map(|(position, pack)| target_ctr(*position, *pack, &curve, params)).collect(),
            added_ctr: now.iter().map(|(position, pack)| added_ctr(*position, *pack, &curve, params)).collect(),
            demands,
            curve,
        })
    }

    fn facts<'a>(&'a self, read: &'a Read) -> Facts<'a> {
        Facts {
            entries: &read.entries,
            judgements: &read.judgements,
            places: &read.place_keys,
            demands: &self.demands,
            counted: &self.counted,
            target_ctr: &self.target_ctr,
            added_ctr: &self.added_ctr,
            draws: &self.draws,
        }
    }
}

/// Returns the length of the period in days, given or assumed.
fn check_periods(input: &Input) -> Result<f64, EngineError> {
    let is_length = |days: f64| days > 0.0 && days <= 3_660.0;
    let problem = "must be more than 0 and at most 3660 days";
    if input.period_days.is_some_and(|days| !is_length(days)) {
        return Err(EngineError::input("periodDays", problem));
    }
    let before = input.previous.as_ref().and_then(|previous| previous.period_days);
    if before.is_some_and(|days| !is_length(days)) {
        return Err(EngineError::input("previous.periodDays", problem));
    }
    let is_code = |code: &String| code.len() == 3 && code.bytes().all(|b| b.is_ascii_uppercase());
    if input.currency.as_ref().is_some_and(|code| !is_code(code)) {
        return Err(EngineError::input("currency", "must be three capital letters, such as USD"));
    }
    Ok(input.period_days.unwrap_or(ASSUMED_PERIOD_DAYS))
}

/// What the grouping needs of every query.
pub(crate) fn items(read: &Read) -> Vec<Item<'_>> {
    (0..read.entries.len())
        .into_par_iter()
        .map_init(Stemmer::default, |stemmer, at| Item {
            stems: page_stems(&read.entries[at].folded, read.places[at].as_ref(), stemmer),
            key: &read.keys[at],
            place: read.place_keys[at].as_deref(),
            intent: read.judgements[at].intent,
            service: read.judgements[at].service,
            results: &read.entries[at].serp_urls,
        })
        .collect()
}

fn meaning<'a>(read: &Read, params: &Checked, model: &'a SentenceModel) -> Meaning<'a> {
    let said = |(entry, place): (&Entry, &Option<PlaceMention>)| words_said(&entry.folded, place.as_ref());
    let volume = |entry: &Entry| entry.volume.as_ref().and_then(|volume| volume.value).unwrap_or_default();
    Meaning {
        model,
        texts: read.entries.iter().zip(&read.places).map(said).collect(),
        weights: read.entries.iter().map(|entry| entry.impressions.max(volume(entry))).collect(),
        least: params.meaning_similarity,
    }
}

/// Queries that may shape the curve: brand queries have a much higher CTR, and inconsistent figures are unreliable.
fn is_usable(entry: &Entry, is_brand: bool) -> bool {
    !is_brand && entry.ctr().is_some() && entry.position.is_some()
}

/// Position within reach of a query; one at the target position or above it stays there.
fn within_reach(position: Option<f64>, params: &Checked) -> f64 {
    match position {
        None => params.target_position,
        Some(position) if position <= params.target_position => position,
        Some(position) => reachable(position, params),
    }
}

/// CTR at the position within reach.
fn target_ctr(position: Option<f64>, has_pack: bool, curve: &SiteCurve, params: &Checked) -> f64 {
    curve.at(within_reach(position, params), has_pack)
}

/// CTR that the position within reach adds to the present one.
fn added_ctr(position: Option<f64>, has_pack: bool, curve: &SiteCurve, params: &Checked) -> f64 {
    let now = position.map_or(0.0, |position| curve.at(position, has_pack));
    (target_ctr(position, has_pack, curve, params) - now).max(0.0)
}

fn keywords(
    input: &Input, read: &Read, facts: Facts<'_>, curve: &SiteCurve, clusters: &[Cluster],
) -> Vec<KeywordResult> {
    let mut cluster_of = vec![0_u32; read.entries.len()];
    for cluster in clusters {
        cluster.member_ids.iter().for_each(|at| cluster_of[*at as usize] = cluster.id);
    }
    (0..read.entries.len())
        .into_par_iter()
        .map(|at| keyword(input, read, facts, curve, at, &clusters[cluster_of[at] as usize]))
        .collect()
}

fn keyword(
    input: &Input, read: &Read, facts: Facts<'_>, curve: &SiteCurve, at: usize, cluster: &Cluster,
) -> KeywordResult {
    let (entry, judgement) = (&read.entries[at], &read.judgements[at]);
    let demand = facts.demands[at];
    let worth = demand.as_ref().map(|demand| Worth { demand, urgency: judgement.urgency, cpc_cents: entry.cpc_cents });
    let cents = worth.and_then(|worth| facts.draws.cents(worth, facts.added_ctr[at], at));
    KeywordResult {
        query: entry.query.clone(),
        normalised: entry.folded.clone(),
        variant_key: read.keys[at].clone(),
        intent: judgement.intent,
        intent_confidence: judgement.confidence,
        intent_source: if judgement.intent.is_some() { judgement.source } else { IntentSource::Abstained },
        is_brand: read.is_brand[at],
        place: read.place_keys[at].clone(),
        cluster_id: cluster.id,
        cluster_head: cluster.head.clone(),
        clicks: entry.clicks,
        impressions: entry.impressions,
        ctr: entry.ctr(),
        position: entry.position,
        expected_ctr: entry.position.map(|position| curve.at(position, has_pack(entry))),
        volume: demand.map(|demand| demand.monthly),
        volume_source: demand.map(|demand| demand.source),
        cpc_cents: entry.cpc_cents,
        page: entry.page().map(str::to_owned),
        wins: Vec::new(),
        value_basis: cents.and_then(|_| facts.draws.basis(entry.cpc_cents)),
        value: cents.map(|cents| Money::from_interval(&cents, &facts.draws.currency)),
        potential_clicks: demand.map(|demand| facts.draws.clicks(&demand, facts.target_ctr[at], at)),
        source: entry.source.clone(),
        observed_from: input.observed_from,
        observed_to: input.observed_to,
    }
}

/// Computes the values of the drafts and sorts them by value, then clicks, x confidence / cost.
fn price(drafts: &[Draft], ground: Ground<'_>) -> Vec<Win> {
    let (facts, params) = (ground.facts, ground.params);
    let mut ranked: Vec<(f64, f64, Win)> = drafts
        .par_iter()
        .map(|draft| {
            let priced = draft.gain.as_ref().map(|gain| facts.draws.gain(gain, draft.keyword).intervals());
            let (clicks, cents) = priced.map_or((None, None), |(clicks, cents)| (Some(clicks), cents));
            let minutes = wins::effort_minutes(draft, ground);
            let cost = 1.0 + params.hourly_rate_cents * f64::from(minutes) / 60.0;
            let rank =
                |interval: Option<Interval>| interval.map_or(0.0, |interval| interval.mean) * draft.confidence / cost;
            (rank(cents), rank(clicks), win(draft, facts, minutes, (clicks, cents)))
        })
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1)).then(a.2.keyword.cmp(&b.2.keyword)));
    ranked.into_iter().map(|(_, _, win)| win).collect()
}

fn win(
    draft: &Draft, facts: Facts<'_>, effort_minutes: u32, (clicks, cents): (Option<Interval>, Option<Interval>),
) -> Win {
    let entry = &facts.entries[draft.keyword];
    Win {
        keyword: draft.keyword as u32,
        query: entry.query.clone(),
        page: entry.page().map(str::to_owned),
        win: KeywordWin {
            kind: draft.kind,
            detail: draft.detail.clone(),
            impact: cents.map(|cents| Money::from_interval(&cents, &facts.draws.currency)),
            value_basis: cents.map(|_| facts.draws.basis_of_amounts()),
            clicks_gained: clicks,
            effort_minutes,
            confidence: draft.confidence,
        },
    }
}

fn totals(rows: usize, read: &Read, facts: Facts<'_>, clusters: usize, rejected: u64) -> Totals {
    let all: Vec<u32> = (0..read.entries.len() as u32).collect();
    let (mut named, mut other) = ((0.0, 0.0), (0.0, 0.0));
    for (entry, is_brand) in read.entries.iter().zip(&read.is_brand) {
        let sum = if *is_brand { &mut named } else { &mut other };
        sum.0 += entry.clicks;
        sum.1 += entry.impressions;
    }
    let value = cluster::sum_cents(&all, facts);
    Totals {
        rows: rows as u64,
        rejected,
        queries: read.entries.len() as u64,
        clusters: clusters as u64,
        clicks: named.0 + other.0,
        impressions: named.1 + other.1,
        brand_clicks: named.0,
        brand_impressions: named.1,
        volume: cluster::sum_volume(&all, facts, true),
        volume_upper_bound: cluster::sum_volume(&all, facts, false),
        abstained: read.judgements.iter().filter(|judgement| judgement.intent.is_none()).count() as u64,
        value_basis: value
            .as_ref()
            .and_then(|_| read.entries.iter().find_map(|entry| facts.draws.basis(entry.cpc_cents))),
        value,
    }
}

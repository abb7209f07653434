//! The whole engine on one input.

use std::collections::BTreeMap;

use super::brand::Brand;
use super::cluster::{self, Facts, Item};
use super::curve::{SiteCurve, has_pack};
use super::input::Input;
use super::insight;
use super::intent::{self, Judgement, Lexicon};
use super::key::{page_stems, variant_key};
use super::money::{Draws, Setting, Worth};
use super::output::{Cluster, IntentSource, KeywordResult, KeywordWin, Output, Totals, Win};
use super::params::Checked;
use super::place::{Gazetteer, PlaceMention};
use super::rows::{self, Entry};
use super::volume::{self, Demand};
use super::wins::{self, Draft, Ground, Periods};
use super::{METHOD, METHOD_VERSION, notes};
use crate::common::{Control, EngineError, Money, checkpoint};
use crate::text::Stemmer;

/// Length of a period nobody told: the span of Search Console's default report, three months.
pub(crate) const ASSUMED_PERIOD_DAYS: f64 = 91.0;

/// All that is known of the queries before anything is found in them.
pub(crate) struct Read {
    pub(crate) entries: Vec<Entry>,
    pub(crate) places: Vec<Option<PlaceMention>>,
    pub(crate) place_keys: Vec<Option<String>>,
    pub(crate) is_brand: Vec<bool>,
    pub(crate) is_host_generic: bool,
    pub(crate) keys: Vec<String>,
    pub(crate) judgements: Vec<Judgement>,
}

/// Which searches are worth money that can be won, in how many pages.
///
/// # Errors
/// [`EngineError`] when the input has no usable row, a period is no length, or the caller cancels.
pub fn analyse(input: &Input, params: &Checked, control: &dyn Control) -> Result<Output, EngineError> {
    control.progress(0.0, "read", "Reading the searches");
    let period_days = check_periods(input)?;
    let mut gathered = rows::gather(input)?;
    let periods = Periods::gather(input, &mut gathered, period_days);
    let rejected = std::mem::take(&mut gathered.rejected);
    let rejected_count = gathered.rejected_count;
    checkpoint(control)?;
    control.progress(10.0, "intent", "Telling what searchers want");
    let read = read(input, params, gathered.entries);
    checkpoint(control)?;
    control.progress(25.0, "cluster", "Grouping searches into pages");
    let groups =
        cluster::group(&items(&read), params.serp_overlap, params.cluster_similarity, control)?;
    control.progress(60.0, "value", "Working out what they are worth");
    let is_usable: Vec<bool> = read.entries.iter().zip(&read.is_brand).map(|(e, brand)| is_usable(e, *brand)).collect();
    let curve = SiteCurve::fit(&read.entries, &is_usable, params);
    let curve_report = curve.report();
    let currency = input.currency.clone().unwrap_or_else(|| "USD".to_owned());
    let draws = Draws::new(Setting {
        params,
        currency: &currency,
        is_period_known: input.period_days.is_some(),
        top_ctr: curve.at(1.0, false).max(curve.at(1.0, true)),
        curve_source: &curve_report.source,
        own_clicks: curve.own_clicks(),
    })?;
    let demands: Vec<Option<Demand>> =
        read.entries.iter().map(|entry| volume::demand(entry, period_days)).collect();
    let counted = volume::counted_once(&read.keys, &demands);
    let target_ctr: Vec<f64> =
        read.entries.iter().map(|entry| target_ctr(entry, &curve, params)).collect();
    let facts = Facts {
        entries: &read.entries,
        judgements: &read.judgements,
        places: &read.place_keys,
        demands: &demands,
        counted: &counted,
        target_ctr: &target_ctr,
        draws: &draws,
    };
    let clusters = cluster::summarise(&groups, facts);
    checkpoint(control)?;
    control.progress(75.0, "wins", "Looking for quick wins");
    let ground = Ground {
        facts,
        curve: &curve,
        is_brand: &read.is_brand,
        is_usable: &is_usable,
        params,
        periods: &periods,
    };
    let drafts = wins::find(ground, control)?;
    let (mut keywords, wins) = (keywords(input, &read, facts, &curve, &clusters), price(&drafts, facts, params));
    for win in &wins {
        keywords[win.keyword as usize].wins.push(win.win.clone());
    }
    checkpoint(control)?;
    control.progress(90.0, "insights", "Writing the findings");
    let totals = totals(input, &read, facts, clusters.len(), rejected_count);
    let notes_made = notes::Made::of(input, &read, &periods, &draws, facts);
    let insights = insight::write(&insight::Story {
        input,
        ground,
        drafts: &drafts,
        clusters: &clusters,
        keywords: &keywords,
        totals: &totals,
        assumptions: &notes_made.assumptions,
    });
    control.progress(100.0, "done", "Done");
    Ok(Output {
        keywords,
        clusters,
        wins,
        insights,
        totals,
        curve: curve_report,
        factors: draws.factors.clone(),
        needs: notes_made.needs,
        rejected,
        notes: notes_made.notes,
        assumptions: notes_made.assumptions,
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    })
}

/// The days of the figures, told or assumed.
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

/// Place, brand, intent and key of every query.
pub(crate) fn read(input: &Input, params: &Checked, entries: Vec<Entry>) -> Read {
    let places = Gazetteer::new(&input.places).find_all(entries.iter().map(|entry| entry.folded.as_str()));
    let terms: Vec<&str> =
        input.site.brand_terms.iter().chain(&params.brand_terms).map(String::as_str).collect();
    let brand = Brand::new(input.site.host.as_deref(), &terms, &entries);
    let lexicon = Lexicon::new();
    let judgements = intent::judge(&entries, &places, &brand, &lexicon, params.intent_threshold);
    let stemmer = Stemmer::default();
    Read {
        is_brand: entries.iter().map(|entry| brand.is_named(&entry.folded)).collect(),
        is_host_generic: brand.is_host_generic,
        keys: entries.iter().map(|entry| variant_key(&entry.folded, &stemmer)).collect(),
        place_keys: places.iter().map(|place| place.as_ref().map(|p| p.key.clone())).collect(),
        places,
        judgements,
        entries,
    }
}

/// What the grouping needs of every query.
pub(crate) fn items(read: &Read) -> Vec<Item<'_>> {
    let stemmer = Stemmer::default();
    (0..read.entries.len())
        .map(|at| Item {
            stems: page_stems(&read.entries[at].folded, read.places[at].as_ref(), &stemmer),
            key: &read.keys[at],
            place: read.place_keys[at].as_deref(),
            intent: read.judgements[at].intent,
            service: read.judgements[at].service,
            results: &read.entries[at].serp_urls,
        })
        .collect()
}

/// Queries that may shape the curve: brand searches click far more, and odd figures prove nothing.
fn is_usable(entry: &Entry, is_brand: bool) -> bool {
    !is_brand && entry.ctr().is_some() && entry.position.is_some()
}

/// Share of clicks at the target, or where the query already stands above it.
fn target_ctr(entry: &Entry, curve: &SiteCurve, params: &Checked) -> f64 {
    let position = entry.position.map_or(params.target_position, |p| p.min(params.target_position));
    curve.at(position, has_pack(entry))
}

fn keywords(
    input: &Input,
    read: &Read,
    facts: Facts<'_>,
    curve: &SiteCurve,
    clusters: &[Cluster],
) -> Vec<KeywordResult> {
    let mut cluster_of = vec![0_u32; read.entries.len()];
    for cluster in clusters {
        cluster.member_ids.iter().for_each(|at| cluster_of[*at as usize] = cluster.id);
    }
    (0..read.entries.len())
        .map(|at| keyword(input, read, facts, curve, at, &clusters[cluster_of[at] as usize]))
        .collect()
}

fn keyword(
    input: &Input,
    read: &Read,
    facts: Facts<'_>,
    curve: &SiteCurve,
    at: usize,
    cluster: &Cluster,
) -> KeywordResult {
    let (entry, judgement) = (&read.entries[at], &read.judgements[at]);
    let demand = facts.demands[at];
    let worth = demand.as_ref().map(|demand| Worth {
        demand,
        urgency: judgement.urgency,
        cpc_cents: entry.cpc_cents,
    });
    let cents = worth.and_then(|worth| facts.draws.cents(worth, facts.target_ctr[at], at));
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

/// Prices the drafts; most worth first: money x confidence, then clicks x confidence.
fn price(drafts: &[Draft], facts: Facts<'_>, params: &Checked) -> Vec<Win> {
    let mut ranked: Vec<(f64, f64, Win)> = drafts
        .iter()
        .map(|draft| {
            let priced = draft.gain.as_ref().map(|gain| facts.draws.gain(gain, draft.keyword).intervals());
            let (clicks, cents) = priced.map_or((None, None), |(clicks, cents)| (Some(clicks), cents));
            let entry = &facts.entries[draft.keyword];
            let effort_minutes = wins::effort_minutes(draft.kind);
            let cost = 1.0 + params.hourly_rate_cents * f64::from(effort_minutes) / 60.0;
            let win = Win {
                keyword: draft.keyword as u32,
                query: entry.query.clone(),
                page: entry.page().map(str::to_owned),
                win: KeywordWin {
                    kind: draft.kind,
                    detail: draft.detail.clone(),
                    impact: cents.map(|cents| Money::from_interval(&cents, &facts.draws.currency)),
                    clicks_gained: clicks,
                    effort_minutes,
                    confidence: draft.confidence,
                },
            };
            let mean = |interval: Option<crate::common::Interval>| {
                interval.map_or(0.0, |interval| interval.mean) * draft.confidence / cost
            };
            (mean(cents), mean(clicks), win)
        })
        .collect();
    ranked.sort_by(|a, b| {
        b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1)).then(a.2.keyword.cmp(&b.2.keyword))
    });
    ranked.into_iter().map(|(_, _, win)| win).collect()
}

fn totals(input: &Input, read: &Read, facts: Facts<'_>, clusters: usize, rejected: u64) -> Totals {
    let all: Vec<u32> = (0..read.entries.len() as u32).collect();
    let brand: BTreeMap<bool, (f64, f64)> =
        read.entries.iter().zip(&read.is_brand).fold(BTreeMap::new(), |mut sums, (entry, brand)| {
            let sum = sums.entry(*brand).or_default();
            sum.0 += entry.clicks;
            sum.1 += entry.impressions;
            sums
        });
    let (named, other) = (brand.get(&true).copied().unwrap_or_default(), brand.get(&false).copied().unwrap_or_default());
    let value = cluster::sum_cents(&all, facts);
    Totals {
        rows: input.queries.len() as u64,
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

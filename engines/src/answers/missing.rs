//! What citations in AI overviews that the website lacks are worth a month.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    input::{Input, Sample},
    rows::Counts,
    share::Share,
};
use crate::{
    common::{Interval, Money},
    market::{
        conversion,
        money::{VALUE_SPREAD, log_normals, value_deviation},
    },
    stat::{SplitMix64, interval_of},
};

/// Last part of the keys of engines that are AI overviews.
const OVERVIEW: &str = ":google_ai_overview";
/// Share of visits to a page with an AI summary in which a link of the summary is clicked.
///
/// Pew Research Center (22 July 2025), "Google users are less likely to click on links when an AI summary appears in the
/// results": 1 % of all visits, browsing of 900 adults in the United States in March 2025.
const LINK_CLICKS: f64 = 0.01;
/// Standard deviation of its logarithm, an assumption: half to twice as much in 80 % of cases.
const LINK_SPREAD: f64 = 0.541;
/// Standard deviation of the logarithm of a tool's volume.
const VOLUME_SPREAD: f64 = 0.5;
const DRAWS: usize = 2_000;

/// Demand for a prompt that is also a keyword.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Demand {
    /// Index of the prompt.
    pub prompt: usize,
    /// Monthly search volume.
    pub volume: f64,
    /// CPC in cents.
    pub cpc_cents: Option<f64>,
}

/// What a click is worth.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ClickValue {
    /// Value per lead in cents; without it a click is worth its CPC.
    pub lead_cents: Option<f64>,
    /// Share of visitors who become a lead; `None` assumes 5 %.
    pub conversion_rate: Option<f64>,
    /// Currency; `None` is USD.
    pub currency: Option<String>,
}

/// Estimated value of the citations in AI overviews that the website lacks.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Missing {
    /// Prompts with a known search volume, the most clicks first.
    pub prompts: Vec<MissingCitation>,
    /// Monthly clicks of all of them, with 10 % and 90 % quantiles; `null` without any.
    pub clicks: Option<Interval>,
    /// Their monthly value; `null` if a click of one of them has no known value.
    pub value: Option<Money>,
    /// Number of prompts with AI overviews whose search volume is unknown.
    pub without_volume: u32,
    /// Assumptions.
    pub assumptions: Vec<String>,
}

/// Estimated value of being cited in all AI overviews of a prompt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MissingCitation {
    /// Id of the prompt.
    pub prompt: String,
    /// Text.
    pub text: String,
    /// Monthly search volume.
    pub volume: f64,
    /// Share of checks that showed an AI overview.
    pub shown: Share,
    /// Share of the overviews that cite the website.
    pub cited: Share,
    /// Mean number of websites that an overview cites.
    pub sources: f64,
    /// Additional monthly clicks, with 10 % and 90 % quantiles.
    pub clicks: Interval,
    /// Their monthly value; `null` without a value per lead or CPC.
    pub value: Option<Money>,
}

/// Draws that all prompts share.
struct Draws {
    link: Vec<f64>,
    lead_cents: Option<Vec<f64>>,
    random: SplitMix64,
}

impl Draws {
    fn new(input: &Input) -> Option<Self> {
        let mut random = SplitMix64::new(input.seed);
        let link = log_normals(LINK_SPREAD, DRAWS, &mut random);
        let ClickValue { lead_cents, conversion_rate, .. } = &input.click_value;
        let rates = conversion::draws(conversion::shape(*conversion_rate, None), DRAWS, &mut random).ok()?;
        let spread = log_normals(value_deviation(VALUE_SPREAD), DRAWS, &mut random);
        let each = |cents: f64| rates.iter().zip(&spread).map(|(rate, spread)| cents * rate * spread).collect();
        Some(Self { link, lead_cents: lead_cents.map(each), random })
    }

    /// Draws a share from its posterior with Jeffreys' prior.
    fn share(&mut self, share: Share) -> Option<Vec<f64>> {
        let shape = (f64::from(share.count) + 0.5, f64::from(share.answers - share.count) + 0.5);
        conversion::draws(shape, DRAWS, &mut self.random).ok()
    }
}

/// Sums of the draws of all prompts.
struct Sums {
    clicks: Vec<f64>,
    cents: Option<Vec<f64>>,
}

/// Estimates the clicks of citations that an engine's current AI overviews lack:
/// volume x share of checks with an overview x share of visits with a click on a link of it / cited websites x share of
/// overviews that do not cite the website. Nothing for other engines: nobody publishes how often a question is asked there.
pub(super) fn missing(input: &Input, engine: &str, rows: &BTreeMap<usize, Counts>, now: &[&Sample]) -> Option<Missing> {
    let own = input.brands.iter().position(|brand| brand.is_own)?;
    let mut draws = Draws::new(input).filter(|_| engine.ends_with(OVERVIEW))?;
    let mut found = Missing::default();
    let mut sums = Sums { clicks: vec![0.0; DRAWS], cents: Some(vec![0.0; DRAWS]) };
    for (&prompt, counts) in rows.iter().filter(|(_, counts)| counts.shown > 0) {
        let Some(demand) = input.demand.iter().find(|demand| demand.prompt == prompt) else {
            found.without_volume += 1;
            continue;
        };
        found.prompts.extend(one(input, demand, counts, own, now, &mut draws, &mut sums));
    }
    found.prompts.sort_by(|a, b| b.clicks.mean.total_cmp(&a.clicks.mean).then_with(|| a.prompt.cmp(&b.prompt)));
    if !found.prompts.is_empty() {
        found.clicks = interval_of(&mut sums.clicks);
        found.value = sums.cents.and_then(|mut cents| money(input, &mut cents));
        found.assumptions = assumptions(input);
    }
    Some(found)
}

fn one(
    input: &Input, demand: &Demand, counts: &Counts, own: usize, now: &[&Sample], draws: &mut Draws, sums: &mut Sums,
) -> Option<MissingCitation> {
    let (shown, cited) = (Share::new(counts.shown, counts.asked)?, Share::new(counts.cited[own], counts.shown)?);
    let sources = sources(demand.prompt, now);
    let (presence, present) = (draws.share(shown)?, draws.share(cited)?);
    let volumes = log_normals(VOLUME_SPREAD, DRAWS, &mut draws.random);
    let mut clicks: Vec<f64> = (0..DRAWS)
        .map(|at| {
            demand.volume * volumes[at] * presence[at] * LINK_CLICKS * draws.link[at] / sources * (1.0 - present[at])
        })
        .collect();
    let cents = |at: usize| draws.lead_cents.as_ref().map(|cents| cents[at]).or(demand.cpc_cents);
    let mut value: Option<Vec<f64>> = (0..DRAWS).map(|at| Some(clicks[at] * cents(at)?)).collect();
    sums.clicks.iter_mut().zip(&clicks).for_each(|(sum, clicks)| *sum += clicks);
    sums.cents = sums.cents.take().zip(value.as_ref()).map(|(mut sums, value)| {
        sums.iter_mut().zip(value).for_each(|(sum, cents)| *sum += cents);
        sums
    });
    let about = input.prompts.get(demand.prompt)?;
    Some(MissingCitation {
        prompt: about.id.clone(),
        text: about.text.clone(),
        volume: demand.volume,
        shown,
        cited,
        sources,
        clicks: interval_of(&mut clicks)?,
        value: value.as_mut().and_then(|cents| money(input, cents)),
    })
}

/// Mean number of websites that the overviews of a prompt cite; at least 1.
fn sources(prompt: usize, now: &[&Sample]) -> f64 {
    let shown = || now.iter().filter(|answer| answer.prompt == prompt && answer.is_shown);
    let cited = |answer: &&&Sample| {
        answer.citations.iter().map(|page| page.domain.as_str()).collect::<BTreeSet<_>>().len() as f64
    };
    (shown().map(|answer| cited(&answer)).sum::<f64>() / shown().count().max(1) as f64).max(1.0)
}

fn money(input: &Input, cents: &mut [f64]) -> Option<Money> {
    let currency = input.click_value.currency.as_deref().unwrap_or("USD");
    interval_of(cents).map(|cents| Money::from_interval(&cents, currency))
}

fn assumptions(input: &Input) -> Vec<String> {
    let click = match (input.click_value.lead_cents, input.click_value.conversion_rate) {
        (Some(_), None) => "5 % of visitors become a lead (80 % interval 3.1 to 7.0 %), at your value per lead",
        (Some(_), Some(_)) => "A click is worth your conversion rate x your value per lead",
        (None, _) => "A click is worth its CPC: what it would cost as an ad (replacement cost), not income",
    };
    vec![
        "A link of an AI overview is clicked in 1 % of the visits that show one (Pew Research Center, March 2025, United States); half to twice as much in 80 % of cases".to_owned(),
        "These clicks are divided equally among the websites that an overview cites".to_owned(),
        "Search volumes are estimates of a tool (standard deviation of the logarithm 0.5)".to_owned(),
        click.to_owned(),
        "Being cited changes neither the clicks on your organic result nor what people remember of your name".to_owned(),
    ]
}

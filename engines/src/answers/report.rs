//! The report on a website's answers.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Z,
    cited::{Cited, cited},
    difference::{Difference, difference, newcombe},
    domains::{DomainShare, domain_shares},
    input::{Brand, Input, Sample},
    missing::{Missing, missing},
    rows::{Counts, Periods, counts, periods},
    share::{Bounds, Share},
    shrink::{Prior, mean_of_posteriors, posterior, prior},
    stability::overlap,
};
use crate::stat::benjamini_hochberg;

/// Domains listed for each engine.
const MOST_DOMAINS: usize = 25;
/// False discovery rate of changes.
const FALSE_DISCOVERIES: f64 = 0.05;

/// What answers say, by topic, prompt, domain and page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Days of a period.
    pub window_days: u32,
    /// Shares by topic and engine.
    pub topics: Vec<TopicShare>,
    /// Shares by prompt and engine.
    pub prompts: Vec<PromptShare>,
    /// Changes since the previous period, the most certain first.
    pub changes: Vec<Change>,
    /// Pages that answers of the current period cite, and what they have in common.
    pub cited: Cited,
    /// Shares of citations by engine and domain.
    pub domains: BTreeMap<String, Vec<DomainShare>>,
    /// Estimated value of the citations in AI overviews that the website lacks; `null` without overviews.
    #[serde(default)]
    pub missing: Option<Missing>,
}

/// Shares of a topic at one engine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TopicShare {
    /// Topic; empty for prompts without one.
    pub topic: String,
    /// Engine.
    pub engine: String,
    /// Prompts with answers.
    pub prompts: u32,
    /// Answers.
    pub answers: u32,
    /// Share of checks that showed an answer; always all of an assistant's.
    pub shown: Option<Share>,
    /// The website first, then its rivals.
    pub brands: Vec<BrandShare>,
}

/// Shares of a website in the answers to a topic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandShare {
    /// Website.
    pub brand: Brand,
    /// Mean share of answers that cite it, over the prompts, with its 95% interval; `null` without answers.
    pub citations: Option<Bounds>,
    /// Mean share of answers that mention it.
    pub mentions: Option<Bounds>,
}

/// Shares of the own website in the answers to one prompt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromptShare {
    /// Id of the prompt.
    pub prompt: String,
    /// Text.
    pub text: String,
    /// Topic; empty for none.
    pub topic: String,
    /// Engine.
    pub engine: String,
    /// Share of checks that showed an answer.
    pub shown: Option<Share>,
    /// Share of answers that cite the website.
    pub citations: Option<Share>,
    /// The same with what the topic's other prompts show.
    pub shrunk: Option<Bounds>,
    /// Share of answers that mention the website.
    pub mentions: Option<Share>,
    /// Mean share of cited domains that two answers have in common; `null` if it cannot be measured.
    pub stability: Option<f64>,
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Measure {
    /// Answers that cite a website.
    Citations,
    /// Answers that mention a brand.
    Mentions,
}

/// Direction of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Direction {
    /// The share has grown.
    Gained,
    /// The share has fallen.
    Lost,
}

/// A difference of two periods.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// Prompt; `null` for all prompts of the topic.
    pub prompt: Option<String>,
    /// Text of the prompt.
    pub text: Option<String>,
    /// Topic; empty for none.
    pub topic: String,
    /// Engine.
    pub engine: String,
    /// Website.
    pub brand: Brand,
    /// What is counted.
    pub measure: Measure,
    /// Share before.
    pub before: f64,
    /// Share now.
    pub after: f64,
    /// Lower bound of the difference, 95%.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
    /// Expected share of false alarms if all changes at least as certain are reported.
    pub q: f64,
    /// True if the difference is significant at a false discovery rate of 5%.
    pub is_certain: bool,
    /// Direction; `null` if both shares are equal.
    pub direction: Option<Direction>,
}

/// Computes the report.
#[must_use]
pub fn report(input: &Input) -> Report {
    let mut found = Report { window_days: input.window_days.max(1), ..Report::default() };
    let mut tested: Vec<(Change, f64)> = Vec::new();
    let mut current: Vec<&Sample> = Vec::new();
    for (engine, Periods { now, before }) in periods(input) {
        let (rows, earlier) = (counts(input, &now), counts(input, &before));
        for (topic, prompts) in topics(input, &rows) {
            let of_topic = Topic { input, engine, topic, rows: &rows, prompts: &prompts };
            of_topic.add_to(&mut found, &now);
            of_topic.compare(&earlier, &mut tested);
        }
        let cited: Vec<Vec<&str>> = now.iter().filter(|answer| answer.is_shown).map(|answer| domains(answer)).collect();
        found.domains.insert(engine.to_owned(), domain_shares(&cited, MOST_DOMAINS, input.seed));
        found.missing = missing(input, engine, &rows, &now).or(found.missing);
        current.extend(now);
    }
    found.changes = controlled(tested);
    found.cited = cited(&input.brands, &current);
    found
}

fn domains(answer: &Sample) -> Vec<&str> {
    answer.citations.iter().map(|page| page.domain.as_str()).collect()
}

fn topics<'a>(input: &'a Input, rows: &BTreeMap<usize, Counts>) -> BTreeMap<&'a str, Vec<usize>> {
    let mut found: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for &prompt in rows.keys() {
        found.entry(input.prompts[prompt].topic.as_str()).or_default().push(prompt);
    }
    found
}

/// A topic at an engine.
struct Topic<'a> {
    input: &'a Input,
    engine: &'a str,
    topic: &'a str,
    rows: &'a BTreeMap<usize, Counts>,
    prompts: &'a [usize],
}

impl Topic<'_> {
    fn add_to(&self, report: &mut Report, answers: &[&Sample]) {
        let sum = |part: fn(&Counts) -> u32| self.prompts.iter().map(|prompt| part(&self.rows[prompt])).sum::<u32>();
        let (shown, asked) = (sum(|counts| counts.shown), sum(|counts| counts.asked));
        report.topics.push(TopicShare {
            topic: self.topic.to_owned(),
            engine: self.engine.to_owned(),
            prompts: self.prompts.len() as u32,
            answers: shown,
            shown: Share::new(shown, asked),
            brands: (0..self.input.brands.len()).map(|brand| self.brand(brand)).collect(),
        });
        let Some(own) = self.input.brands.iter().position(|brand| brand.is_own) else { return };
        let topic_prior = prior(&pairs(self.rows, self.prompts, own, Measure::Citations));
        let rows = self.prompts.iter().map(|&prompt| self.prompt(prompt, own, topic_prior, answers));
        report.prompts.extend(rows);
    }

    fn brand(&self, brand: usize) -> BrandShare {
        let share = |measure| {
            let counted = pairs(self.rows, self.prompts, brand, measure);
            mean_of_posteriors(prior(&counted), &counted, Z)
        };
        BrandShare {
            brand: self.input.brands[brand].clone(),
            citations: share(Measure::Citations),
            mentions: share(Measure::Mentions),
        }
    }

    fn prompt(&self, prompt: usize, own: usize, topic_prior: Prior, answers: &[&Sample]) -> PromptShare {
        let counts = &self.rows[&prompt];
        let shown: Vec<BTreeSet<&str>> = answers
            .iter()
            .filter(|answer| answer.prompt == prompt && answer.is_shown)
            .map(|answer| domains(answer).into_iter().collect())
            .collect();
        let about = &self.input.prompts[prompt];
        PromptShare {
            prompt: about.id.clone(),
            text: about.text.clone(),
            topic: self.topic.to_owned(),
            engine: self.engine.to_owned(),
            shown: Share::new(counts.shown, counts.asked),
            citations: Share::new(counts.cited[own], counts.shown),
            shrunk: (counts.shown > 0).then(|| posterior(topic_prior, counts.cited[own], counts.shown, Z)),
            mentions: Share::new(counts.mentioned[own], counts.shown),
            stability: overlap(&shown),
        }
    }

    /// Tests the topic for every website, and each prompt for the own one. Only prompts with answers in both periods are
    /// compared, so that adding a prompt is no change.
    fn compare(&self, earlier: &BTreeMap<usize, Counts>, tested: &mut Vec<(Change, f64)>) {
        let shown = |rows: &BTreeMap<usize, Counts>, prompt: &usize| rows.get(prompt).is_some_and(|row| row.shown > 0);
        let both: Vec<usize> =
            self.prompts.iter().copied().filter(|prompt| shown(self.rows, prompt) && shown(earlier, prompt)).collect();
        if both.is_empty() {
            return;
        }
        for measure in [Measure::Citations, Measure::Mentions] {
            for brand in 0..self.input.brands.len() {
                let (old, new) = (pairs(earlier, &both, brand, measure), pairs(self.rows, &both, brand, measure));
                let found = between(&old, &new);
                tested.extend(
                    found.map(|(before, after, found)| self.change(None, brand, measure, before, after, found)),
                );
                if !self.input.brands[brand].is_own || both.len() == 1 {
                    continue;
                }
                for (index, &prompt) in both.iter().enumerate() {
                    let found = newcombe(old[index], new[index]);
                    let share = |(k, n): (u32, u32)| f64::from(k) / f64::from(n);
                    let (before, after) = (share(old[index]), share(new[index]));
                    tested.push(self.change(Some(prompt), brand, measure, before, after, found));
                }
            }
        }
    }

    fn change(
        &self, prompt: Option<usize>, brand: usize, measure: Measure, before: f64, after: f64, found: Difference,
    ) -> (Change, f64) {
        let about = prompt.map(|prompt| &self.input.prompts[prompt]);
        let change = Change {
            prompt: about.map(|prompt| prompt.id.clone()),
            text: about.map(|prompt| prompt.text.clone()),
            topic: self.topic.to_owned(),
            engine: self.engine.to_owned(),
            brand: self.input.brands[brand].clone(),
            measure,
            before,
            after,
            low: found.low,
            high: found.high,
            q: 1.0,
            is_certain: false,
            direction: match found.estimate {
                estimate if estimate > 0.0 => Some(Direction::Gained),
                estimate if estimate < 0.0 => Some(Direction::Lost),
                _ => None,
            },
        };
        (change, found.p)
    }
}

/// Returns counts and numbers of answers of the prompts that have some.
fn pairs(rows: &BTreeMap<usize, Counts>, prompts: &[usize], brand: usize, measure: Measure) -> Vec<(u32, u32)> {
    let pair = |prompt: &usize| {
        let row = rows.get(prompt)?;
        let counted = match measure {
            Measure::Citations => &row.cited,
            Measure::Mentions => &row.mentioned,
        };
        (row.shown > 0).then(|| (counted[brand], row.shown))
    };
    prompts.iter().filter_map(pair).collect()
}

/// Returns the mean shares of both periods and their difference. One prompt is compared by its own counts.
fn between(old: &[(u32, u32)], new: &[(u32, u32)]) -> Option<(f64, f64, Difference)> {
    if let ([before], [after]) = (old, new) {
        let share = |(k, n): (u32, u32)| f64::from(k) / f64::from(n);
        return Some((share(*before), share(*after), newcombe(*before, *after)));
    }
    // The same prior for both periods: it must not create a difference.
    let both: Vec<(u32, u32)> = old.iter().chain(new).copied().collect();
    let shared = prior(&both);
    let at = |counted: &[(u32, u32)], z: f64| mean_of_posteriors(shared, counted, z);
    let (before, after) = (at(old, Z)?.mid, at(new, Z)?.mid);
    let whole = Bounds { mid: 0.5, low: 0.0, high: 1.0 };
    let found = difference(|z| at(old, z).unwrap_or(whole), |z| at(new, z).unwrap_or(whole));
    Some((before, after, found))
}

/// Controls the false discovery rate over all changes of the report; drops those without any difference.
fn controlled(tested: Vec<(Change, f64)>) -> Vec<Change> {
    let q = benjamini_hochberg(&tested.iter().map(|(_, p)| *p).collect::<Vec<_>>());
    let with = |((change, _), q): ((Change, f64), f64)| Change { q, is_certain: q <= FALSE_DISCOVERIES, ..change };
    let mut changes: Vec<Change> = tested.into_iter().zip(q).map(with).collect();
    changes.retain(|change| change.direction.is_some());
    let size = |change: &Change| (change.after - change.before).abs();
    changes.sort_by(|a, b| a.q.total_cmp(&b.q).then(size(b).total_cmp(&size(a))));
    changes
}

impl Report {
    /// Returns the JSON schema of a report.
    #[must_use]
    pub fn schema() -> serde_json::Value {
        schemars::schema_for!(Self).to_value()
    }
}

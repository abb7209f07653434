//! Insights from quick wins: one per kind and cluster.

use std::collections::BTreeMap;

use serde_json::json;

use super::super::money::GainDraws;
use super::super::output::{ValueBasis, WinKind};
use super::super::wins::{Draft, effort_minutes};
use super::{Ranked, Story};
use crate::common::{Action, Evidence, Finding, Interval, Money, Severity, count};

/// Maximum number of queries shown as evidence of an insight.
const MOST_EVIDENCE: usize = 5;

/// Writes one insight per kind of win and cluster, because the queries of one page are one piece of work.
pub(crate) fn write(story: &Story<'_>) -> Vec<Ranked> {
    let mut groups: BTreeMap<(u32, WinKind), Vec<&Draft>> = BTreeMap::new();
    for draft in story.drafts {
        let cluster = story.keywords[draft.keyword].cluster_id;
        groups.entry((cluster, draft.kind)).or_default().push(draft);
    }
    groups.into_iter().map(|((_, kind), drafts)| ranked(story, kind, drafts)).collect()
}

fn ranked(story: &Story<'_>, kind: WinKind, mut drafts: Vec<&Draft>) -> Ranked {
    let facts = story.facts();
    drafts.sort_by(|a, b| {
        let seen = |draft: &Draft| facts.entries[draft.keyword].impressions;
        seen(b).total_cmp(&seen(a)).then(a.keyword.cmp(&b.keyword))
    });
    let (clicks, cents) = summed_gain(story, &drafts);
    let confidence = drafts.iter().map(|draft| draft.confidence).fold(0.0, f64::max);
    let effort = drafts.iter().map(|draft| effort_minutes(draft, story.ground)).max().unwrap_or_default();
    let cost = 1.0 + story.ground.params.hourly_rate_cents * f64::from(effort) / 60.0;
    let mean = |interval: &Option<Interval>| interval.map_or(0.0, |i| i.mean) * confidence / cost;
    let (worth, click_worth) = (mean(&cents), mean(&clicks));
    let insight = story.insight(Finding {
        kind: kind_word(kind),
        subject: story.keywords[drafts[0].keyword].cluster_head.clone(),
        title: title(story, kind, &drafts, clicks.as_ref()),
        severity: severity(kind, &drafts),
        confidence,
        impact: cents.map(|cents| Money::from_interval(&cents, &facts.draws.currency)),
        effort_minutes: effort,
        evidence: evidence(story, kind, &drafts, clicks.as_ref()),
        assumptions: assumptions(story, drafts[0]),
        action: Some(action(story, kind, drafts[0])),
        falsifier: falsifier(kind, story, drafts[0]),
        days_valid: if matches!(kind, WinKind::Rising) { 14 } else { 28 },
        ..Finding::default()
    });
    Ranked { worth, clicks: click_worth, insight }
}

fn summed_gain(story: &Story<'_>, drafts: &[&Draft]) -> (Option<Interval>, Option<Interval>) {
    let mut sum: Option<GainDraws> = None;
    for draft in drafts.iter().filter(|draft| story.facts().counted[draft.keyword]) {
        if let Some(gain) = &draft.gain {
            sum.get_or_insert_default().add(&story.facts().draws.gain(gain, draft.keyword));
        }
    }
    sum.map_or((None, None), |sum| {
        let (clicks, cents) = sum.intervals();
        (Some(clicks), cents)
    })
}

fn kind_word(kind: WinKind) -> &'static str {
    match kind {
        WinKind::StrikingDistance => "striking_distance",
        WinKind::CtrGap => "ctr_gap",
        WinKind::Cannibalisation => "cannibalisation",
        WinKind::Decay => "decay",
        WinKind::Rising => "rising",
        WinKind::Feature => "feature",
    }
}

fn title(story: &Story<'_>, kind: WinKind, drafts: &[&Draft], clicks: Option<&Interval>) -> String {
    let entry = &story.facts().entries[drafts[0].keyword];
    let query = &entry.query;
    let more = match drafts.len() {
        1 => String::new(),
        2 => " and 1 similar query".to_owned(),
        count => format!(" and {} similar queries", count - 1),
    };
    let gain = clicks.map_or_else(String::new, |clicks| {
        format!(": {} to {} more clicks a month", count(clicks.low), count(clicks.high))
    });
    let position = story.ground.position(drafts[0].keyword).or(entry.position).unwrap_or_default();
    match kind {
        WinKind::StrikingDistance => format!("Striking distance at position {position:.1}: \"{query}\"{more}{gain}"),
        WinKind::CtrGap => format!("CTR below expectation for the position: \"{query}\"{more}{gain}"),
        WinKind::Cannibalisation => format!("Several pages rank for \"{query}\"{more}"),
        WinKind::Decay => format!("Clicks lost compared with the previous period: \"{query}\"{more}{gain}"),
        WinKind::Rising => format!("Rising demand for \"{query}\"{more}{gain}"),
        WinKind::Feature => format!("A question to answer in a search feature: \"{query}\"{more}"),
    }
}

fn severity(kind: WinKind, drafts: &[&Draft]) -> Severity {
    match kind {
        WinKind::Decay => Severity::Warning,
        WinKind::Cannibalisation if drafts[0].confidence < 0.4 => Severity::Info,
        WinKind::Cannibalisation => Severity::Warning,
        _ => Severity::Opportunity,
    }
}

fn evidence(story: &Story<'_>, kind: WinKind, drafts: &[&Draft], clicks: Option<&Interval>) -> Vec<Evidence> {
    let mut evidence: Vec<Evidence> = drafts
        .iter()
        .take(MOST_EVIDENCE)
        .map(|draft| {
            let entry = &story.facts().entries[draft.keyword];
            let source = entry.source.as_deref().unwrap_or("the imported data");
            story.evidence("query", &entry.query, draft.figures.clone(), source)
        })
        .collect();
    if let Some(clicks) = clicks {
        evidence.push(story.evidence("clicksGained", kind_word(kind), json!(clicks), "computed: draws of the product"));
    }
    if let Some(demand) = story.facts().demands[drafts[0].keyword] {
        evidence.push(story.evidence(
            "volume",
            &story.facts().entries[drafts[0].keyword].query,
            json!({ "monthly": demand.monthly, "kind": demand.source }),
            "the imported data",
        ));
    }
    evidence
}

fn assumptions(story: &Story<'_>, draft: &Draft) -> Vec<String> {
    let mut assumptions: Vec<String> = Vec::new();
    if draft.gain.is_none() {
        assumptions.push("The gain cannot be estimated from this data; an experiment can measure it.".to_owned());
        return assumptions;
    }
    assumptions.extend(story.assumptions.iter().cloned());
    let cpc = story.facts().entries[draft.keyword].cpc_cents;
    if story.facts().draws.basis(cpc) == Some(ValueBasis::ReplacementCost) {
        assumptions
            .push("Monthly values are what the clicks would cost as ads (replacement cost), not income.".to_owned());
    }
    assumptions
}

fn action(story: &Story<'_>, kind: WinKind, draft: &Draft) -> Action {
    let entry = &story.facts().entries[draft.keyword];
    let target = entry.page().map_or_else(|| entry.query.clone(), str::to_owned);
    let (word, label) = match kind {
        WinKind::StrikingDistance => ("improve_page", "Improve the page and add internal links to it"),
        WinKind::CtrGap => ("rewrite_snippet", "Rewrite title and description"),
        WinKind::Cannibalisation => ("review_pages", "Review the pages: keep, merge or differentiate them"),
        WinKind::Decay => ("refresh_page", "Refresh the page"),
        WinKind::Rising => ("expand_page", "Extend the page while demand is rising"),
        WinKind::Feature => ("answer_question", "Answer the question in one short paragraph"),
    };
    Action { kind: word.to_owned(), label: label.to_owned(), target: Some(target) }
}

/// Returns the observation in the next export that would refute the finding.
fn falsifier(kind: WinKind, story: &Story<'_>, draft: &Draft) -> String {
    let entry = &story.facts().entries[draft.keyword];
    let query = &entry.query;
    let position = story.ground.position(draft.keyword).or(entry.position).unwrap_or_default();
    match kind {
        WinKind::StrikingDistance => format!(
            "Eight weeks after the page was improved, \"{query}\" still ranks {:.1} or worse, or ranks better without more clicks.",
            (position - 0.5).max(1.0)
        ),
        WinKind::CtrGap => format!(
            "In the next 28 days \"{query}\" gets the expected clicks without a change to title or description, or a search feature takes them."
        ),
        WinKind::Cannibalisation => format!(
            "In the next 28 days one page ranks for \"{query}\" on nine of ten days without a change, or the pages serve different intents."
        ),
        WinKind::Decay => format!(
            "In the next 28 days clicks of \"{query}\" return to within 10 % of the previous period without a change, or they fell by as much in the same weeks of last year."
        ),
        WinKind::Rising => {
            format!("In the next 28 days impressions of \"{query}\" return to the previous rate at the same rank.")
        }
        WinKind::Feature => format!(
            "The search results for \"{query}\" have no answer feature, or the site does not appear in it eight weeks after a short answer was added."
        ),
    }
}

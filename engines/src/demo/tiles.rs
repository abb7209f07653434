//! Engines, queries and insights in display form.

use serde_json::Value;

use super::ask::{Answer, Answers};
use super::output::{DemoInsight, KeywordRow, Scores, Tile};
use crate::common::{Day, EngineError, EngineId, Insight};
use crate::keyword::{Intent, KeywordResult};

/// Maximum number of queries shown.
const MOST_KEYWORDS: usize = 60;
/// Maximum number of insights shown per engine.
const MOST_INSIGHTS: usize = 6;

pub(super) fn tiles(answers: &Answers, scores: &Scores) -> Vec<Tile> {
    EngineId::ALL.into_iter().map(|engine| tile(engine, answers, scores)).collect()
}

fn tile(engine: EngineId, answers: &Answers, scores: &Scores) -> Tile {
    let own: Vec<&Answer> = answers.iter().filter(|answer| answer.engine == engine).collect();
    let insights = own.iter().map(|answer| found(answer).count()).sum();
    Tile {
        id: engine,
        name: engine.name(),
        question: engine.question(),
        action: own.first().map(|answer| answer.action),
        insights,
        summary: summary(engine, &own, scores),
    }
}

fn found(answer: &Answer) -> impl Iterator<Item = &Value> {
    answer.value["insights"].as_array().into_iter().flatten()
}

/// Summarises an engine by its first insight, and the causal engine by the count over all changes.
fn summary(engine: EngineId, own: &[&Answer], scores: &Scores) -> String {
    if engine == EngineId::Causal {
        return format!(
            "{} of {} planted changes found, {} false alarms",
            scores.found, scores.planted, scores.false_alarms
        );
    }
    let first = own.iter().flat_map(|answer| found(answer)).find_map(|one| one["title"].as_str());
    match (first, own.is_empty()) {
        (Some(title), _) => title.to_owned(),
        (None, false) => "No findings".to_owned(),
        (None, true) if engine == EngineId::Content => "Not shown: it needs facts about a real business".to_owned(),
        (None, true) => "Not shown: it changes real pages, and the demo has none".to_owned(),
    }
}

pub(super) fn keywords(answers: &Answers) -> Result<Vec<KeywordRow>, EngineError> {
    let mut rows: Vec<KeywordResult> = read(answers.of(EngineId::Keyword)["keywords"].clone())?;
    rows.sort_by(|a, b| {
        let by_clicks = b.clicks.total_cmp(&a.clicks);
        by_clicks.then(b.impressions.total_cmp(&a.impressions)).then(a.query.cmp(&b.query))
    });
    rows.truncate(MOST_KEYWORDS);
    rows.into_iter().map(row).collect()
}

fn row(found: KeywordResult) -> Result<KeywordRow, EngineError> {
    Ok(KeywordRow {
        query: found.query,
        intent: found.intent.map(|intent: Intent| word(&intent)).transpose()?,
        clicks: found.clicks,
        impressions: found.impressions,
        position: found.position,
        volume: found.volume,
        wins: found.wins.iter().map(|win| word(&win.kind)).collect::<Result<_, _>>()?,
        potential_clicks: found.potential_clicks,
        value: found.value,
    })
}

/// Returns the serialised name of an enum value.
fn word(value: &impl serde::Serialize) -> Result<String, EngineError> {
    let sent = serde_json::to_value(value).map_err(|error| EngineError::input("answer", error.to_string()))?;
    Ok(sent.as_str().unwrap_or_default().to_owned())
}

/// Returns the most important insights of each engine, grouped by engine.
pub(super) fn insights(answers: &Answers, last: Day) -> Result<Vec<DemoInsight>, EngineError> {
    let mut told = Vec::new();
    for engine in EngineId::ALL {
        let own = answers.iter().filter(|answer| answer.engine == engine).flat_map(found);
        for one in own.take(MOST_INSIGHTS) {
            let insight: Insight = read(one.clone())?;
            told.push(kept(engine, insight, told.len(), last));
        }
    }
    Ok(told)
}

fn kept(engine: EngineId, insight: Insight, count: usize, last: Day) -> DemoInsight {
    let id = |number: usize| format!("00000000-0000-0000-0000-{number:012}");
    DemoInsight {
        id: id(count + 1),
        engine_id: engine,
        run_id: id(0),
        website_id: None,
        verdict: "open",
        stated_confidence: None,
        created_at: last.to_rfc3339(),
        insight,
    }
}

fn read<T: serde::de::DeserializeOwned>(value: Value) -> Result<T, EngineError> {
    serde_json::from_value(value).map_err(|error| EngineError::input("answer", error.to_string()))
}

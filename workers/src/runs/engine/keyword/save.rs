//! Converts the keyword engine's results to rows of the app.

use engines::{
    action::Output as _,
    common::{Insight, Interval},
    execution::has_action_for,
    keyword::{Cluster, KeywordResult, Output, Win, WinsOutput},
};
use rayon::prelude::*;
use serde_json::json;
use shared::{
    domain::{
        keyword::{ClickInterval, KeywordDetail, NewCluster, NewKeyword},
        opportunity::OpportunityBody,
    },
    store::{keyword::KeywordTables, opportunity::NewOpportunities},
};
use uuid::Uuid;

use super::super::{
    found::{self, Findings, json_of, money},
    maker::Maker,
};
use crate::error::JobError;

/// Maximum number of wins stored as opportunities and in the result.
const MOST_WINS: usize = 500;

/// The whole analysis: tables, insights, opportunities.
pub(in super::super) fn analysis(website_id: Uuid, maker: &Maker, output: &mut Output) -> Result<Findings, JobError> {
    let keywords = std::mem::take(&mut output.keywords).into_par_iter().map(keyword).collect::<Result<_, _>>()?;
    let clusters = std::mem::take(&mut output.clusters).into_par_iter().map(cluster).collect::<Result<_, _>>()?;
    let found = found(website_id, maker, &output.take_insights(), &output.wins)?;
    output.wins.truncate(MOST_WINS);
    Ok(Findings { keywords: Some(KeywordTables { website_id, keywords, clusters }), ..found })
}

/// The wins alone: the tables stay as they are.
pub(in super::super) fn wins(website_id: Uuid, maker: &Maker, output: &mut WinsOutput) -> Result<Findings, JobError> {
    let found = found(website_id, maker, &output.take_insights(), &output.wins)?;
    output.wins.truncate(MOST_WINS);
    Ok(found)
}

fn found(website_id: Uuid, maker: &Maker, insights: &[Insight], wins: &[Win]) -> Result<Findings, JobError> {
    let total = wins.len().clamp(1, MOST_WINS);
    let opportunities =
        wins.iter().take(MOST_WINS).enumerate().map(|(rank, win)| opportunity(website_id, win, rank, total));
    Ok(Findings {
        insights: found::insights(maker, insights)?,
        opportunities: Some(NewOpportunities(opportunities.collect::<Result<_, _>>()?)),
        keywords: None,
    })
}

fn keyword(found: KeywordResult) -> Result<NewKeyword, JobError> {
    let detail = KeywordDetail {
        is_brand: Some(found.is_brand),
        place: found.place,
        intent_source: Some(word(&found.intent_source)?),
        value_basis: found.value_basis.map(|basis| word(&basis)).transpose()?,
        potential_clicks: found.potential_clicks.map(clicks),
    };
    Ok(NewKeyword {
        query: found.query,
        normalised: found.normalised,
        intent: found.intent.map(|intent| word(&intent)).transpose()?,
        intent_confidence: found.intent_confidence,
        cluster_no: Some(i64::from(found.cluster_id)),
        cluster_head: Some(found.cluster_head),
        clicks: whole(found.clicks),
        impressions: whole(found.impressions),
        ctr: found.ctr,
        position: found.position,
        expected_ctr: found.expected_ctr,
        volume: found.volume,
        volume_source: found.volume_source.map(|source| word(&source)).transpose()?,
        cpc_cents: found.cpc_cents.map(whole),
        market: None,
        page: found.page,
        win_kinds: found.wins.iter().map(|win| word(&win.kind)).collect::<Result<_, _>>()?,
        wins: json_of(&found.wins)?,
        value: found.value.map(money),
        source: found.source.unwrap_or_else(|| "search_console".to_owned()),
        observed_from: found.observed_from.and_then(found::date),
        observed_to: found.observed_to.and_then(found::date),
        detail,
    })
}

const fn clicks(Interval { low, mid, high, mean }: Interval) -> ClickInterval {
    ClickInterval { low, mid, high, mean }
}

fn cluster(found: Cluster) -> Result<NewCluster, JobError> {
    let mut detail = json_of(&found)?;
    if let Some(fields) = detail.as_object_mut() {
        // The members are the keywords with that cluster id.
        fields.remove("memberIds");
    }
    Ok(NewCluster {
        no: i64::from(found.id),
        size: i64::from(found.members),
        value_mid_cents: found.value.as_ref().map(|value| money(value.clone()).mid_cents),
        impressions: whole(found.impressions),
        head: found.head,
        detail,
    })
}

/// Converts a win to an opportunity. Its score is its rank among the run's wins, which the engine orders by value per effort:
/// 100 for the first, towards 0 for the last.
fn opportunity(website_id: Uuid, win: &Win, rank: usize, total: usize) -> Result<(String, OpportunityBody), JobError> {
    let kind = word(&win.win.kind)?;
    let body = OpportunityBody {
        title: format!("{}: {}", title(&kind), win.query),
        category: kind.clone(),
        difficulty: None,
        score: found::score(rank, total),
        engine_id: Some("keyword".to_owned()),
        keyword: Some(win.query.clone()),
        impact: win.win.impact.clone().map(money),
        effort_minutes: i32::try_from(win.win.effort_minutes).ok(),
        quick_win: true,
        // This win is a snippet to rewrite; all others need work on the page's text.
        automated: kind == "ctr_gap" && has_action_for("rewrite_snippet"),
        edited: false,
        evidence: json!({
            "detail": win.win.detail, "page": win.page, "confidence": win.win.confidence,
            "clicksGained": win.win.clicks_gained, "valueBasis": win.win.value_basis,
        }),
    };
    Ok((format!("keyword:{website_id}:{kind}:{}", win.query), body))
}

fn title(kind: &str) -> &str {
    match kind {
        "striking_distance" => "Move up from striking distance",
        "ctr_gap" => "Close the CTR gap",
        "cannibalisation" => "Fix keyword cannibalisation",
        "decay" => "Stop the decline",
        "rising" => "Use rising demand",
        "feature" => "Win the SERP feature",
        other => other,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "rounded, and far below 2^53")]
fn whole(number: f64) -> i64 {
    number.round() as i64
}

/// Returns the serialised name of an enum value.
fn word(value: &impl serde::Serialize) -> Result<String, JobError> {
    Ok(json_of(value)?.as_str().unwrap_or_default().to_owned())
}

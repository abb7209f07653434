//! Queries that competitors win.

use serde_json::json;

use super::SIGNATURE;
use super::finding::{action, amount, evidence};
use super::money::{Clicks, Draws};
use super::result_set::{OWN, ResultSet, Serp};
use super::{Checked, GapOutput, GapQuery, Input, METHOD, METHOD_VERSION};
use crate::common::{Control, EngineError, Finding, Insight, Severity, checkpoint, count};

/// Last position of page one.
const PAGE_ONE: f64 = 10.0;
/// Maximum number of queries listed.
const LISTED: usize = 5_000;

/// Finds queries where a competitor is on page one and you rank lower or not at all.
///
/// # Errors
/// Returns [`EngineError::NoInput`] without SERPs, [`EngineError::InvalidInput`] with the field,
/// [`EngineError::TooLarge`] or [`EngineError::Cancelled`].
pub fn gap(input: &Input, params: &Checked, control: &dyn Control) -> Result<GapOutput, EngineError> {
    let set = ResultSet::read(input, params)?;
    checkpoint(control)?;
    control.progress(40.0, "gap", "Finding queries that competitors win");
    let draws = Draws::new(params, &set.currency)?;
    let (mut queries, mut parts) = (Vec::new(), Vec::new());
    for (at, serp) in set.serps.iter().enumerate() {
        let Some(query) = found(&set, serp) else { continue };
        if let Some(monthly) = query.clicks {
            parts.push(Clicks { serp: at, monthly, cpc_cents: serp.cpc_cents });
        }
        queries.push(query);
    }
    let worth = |query: &GapQuery| query.clicks.unwrap_or(-1.0);
    queries.sort_by(|a, b| worth(b).total_cmp(&worth(a)).then_with(|| a.query.cmp(&b.query)));
    let (clicks, value) = draws.sum(&parts);
    let mut output = GapOutput {
        queries,
        clicks,
        value,
        insights: Vec::new(),
        notes: set.notes.clone(),
        assumptions: draws.assumptions(params),
        needs: set.needs.clone(),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    };
    output.insights = insight(input, &set, &output).into_iter().collect();
    if output.queries.len() > LISTED {
        output.notes.push(format!("Only the first {LISTED} of {} queries are listed", output.queries.len()));
        output.queries.truncate(LISTED);
    }
    Ok(output)
}

fn found(set: &ResultSet, serp: &Serp) -> Option<GapQuery> {
    let own = serp.position(OWN);
    let (position, site, url) = serp.results.iter().find(|(_, site, _)| *site != OWN)?;
    if *position > PAGE_ONE || own.is_some_and(|own| own < *position) {
        return None;
    }
    let is_above = |(place, site, _): &&(f64, usize, String)| {
        *site != OWN && *place <= PAGE_ONE && own.is_none_or(|own| *place < own)
    };
    let more = set.ctr(serp, *site) - set.ctr(serp, OWN);
    Some(GapQuery {
        query: serp.query.clone(),
        cluster: serp.cluster.clone(),
        volume: serp.volume,
        own_position: own,
        rival: set.domains[*site].clone(),
        rival_position: *position,
        rival_url: url.clone(),
        rivals_above: serp.results.iter().filter(is_above).count() as u32,
        clicks: serp.volume.map(|volume| volume * more.max(0.0)),
    })
}

fn insight(input: &Input, set: &ResultSet, output: &GapOutput) -> Option<Insight> {
    let missing: Vec<&GapQuery> = output.queries.iter().filter(|query| query.own_position.is_none()).collect();
    let first = missing.first()?;
    let seen = set.serps.iter().filter_map(|serp| serp.observed_at).max();
    let facts = missing.iter().take(8).map(|query| {
        let value = json!({ "rival": query.rival, "position": query.rival_position, "volume": query.volume });
        evidence("gap", &query.query, value, seen)
    });
    let finding = Finding {
        kind: "keyword_gap",
        subject: String::new(),
        title: format!(
            "Competitors rank on page one for {} queries where you do not rank, such as \"{}\"; all gaps: {} clicks a month{}",
            missing.len(),
            first.query,
            count(output.clicks.mid),
            amount(output.value.as_ref())
        ),
        severity: Severity::Opportunity,
        confidence: 0.7,
        impact: output.value.clone(),
        effort_minutes: 90 * missing.len().min(20) as u32,
        evidence: facts.collect(),
        assumptions: output.assumptions.clone(),
        action: action("create_page", "Create a page for this query", &first.query),
        falsifier: "A page that ranks for these queries gets no clicks in 60 days".to_owned(),
        ..Finding::default()
    };
    Some(finding.insight(SIGNATURE, input.as_of))
}

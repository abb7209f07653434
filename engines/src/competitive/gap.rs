//! Queries that competitors win.

use serde_json::json;

use super::board::{Board, OWN, Serp};
use super::money::{Clicks, Draws};
use super::story::{Finding, action, amount, evidence};
use super::{Checked, GapOutput, GapQuery, Input, METHOD, METHOD_VERSION};
use crate::common::{Control, EngineError, Insight, Severity, checkpoint, count};

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
    let board = Board::read(input, params)?;
    checkpoint(control)?;
    control.progress(40.0, "gap", "Looking for searches rivals win");
    let draws = Draws::new(params, &board.currency)?;
    let (mut queries, mut parts) = (Vec::new(), Vec::new());
    for (at, serp) in board.serps.iter().enumerate() {
        let Some(query) = found(&board, serp) else { continue };
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
        notes: board.notes.clone(),
        assumptions: draws.assumptions(params),
        needs: board.needs.clone(),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    };
    output.insights = insight(input, &board, &output).into_iter().collect();
    if output.queries.len() > LISTED {
        output.notes.push(format!("The first {LISTED} of {} searches are listed", output.queries.len()));
        output.queries.truncate(LISTED);
    }
    Ok(output)
}

fn found(board: &Board, serp: &Serp) -> Option<GapQuery> {
    let own = serp.position(OWN);
    let (position, site, url) = serp.results.iter().find(|(_, site, _)| *site != OWN)?;
    if *position > PAGE_ONE || own.is_some_and(|own| own < *position) {
        return None;
    }
    let is_above = |(place, site, _): &&(f64, usize, String)| {
        *site != OWN && *place <= PAGE_ONE && own.is_none_or(|own| *place < own)
    };
    let more = board.ctr(serp, *site) - board.ctr(serp, OWN);
    Some(GapQuery {
        query: serp.query.clone(),
        cluster: serp.cluster.clone(),
        volume: serp.volume,
        own_position: own,
        rival: board.domains[*site].clone(),
        rival_position: *position,
        rival_url: url.clone(),
        rivals_above: serp.results.iter().filter(is_above).count() as u32,
        clicks: serp.volume.map(|volume| volume * more.max(0.0)),
    })
}

fn insight(input: &Input, board: &Board, output: &GapOutput) -> Option<Insight> {
    let missing: Vec<&GapQuery> = output.queries.iter().filter(|query| query.own_position.is_none()).collect();
    let first = missing.first()?;
    let seen = board.serps.iter().filter_map(|serp| serp.observed_at).max();
    let facts = missing.iter().take(8).map(|query| {
        let value = json!({ "rival": query.rival, "position": query.rival_position, "volume": query.volume });
        evidence("gap", &query.query, value, seen)
    });
    let finding = Finding {
        kind: "keyword_gap",
        subject: String::new(),
        title: format!(
            "Rivals stand on page one of {} searches where you do not stand at all, such as \"{}\"; all gaps come to {} clicks a month{}",
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
        action: action("create_page", "Make a page for it", &first.query),
        falsifier: "A page for these searches that ranks brings no clicks in 60 days".to_owned(),
    };
    Some(finding.insight(input.as_of))
}

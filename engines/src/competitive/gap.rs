//! Queries that competitors win.

use serde_json::json;

use super::SIGNATURE;
use super::finding::{action, evidence};
use super::money::{Clicks, Draws};
use super::own::Own;
use super::result_set::{OWN, ResultSet, Serp};
use super::{Checked, GapOutput, GapQuery, Input, METHOD, METHOD_VERSION};
use crate::common::{Action, Control, EngineError, Finding, Insight, Severity, checkpoint, count};

/// Last position of page one.
const PAGE_ONE: f64 = 10.0;
/// Maximum number of queries listed.
const LISTED: usize = 5_000;

/// Queries named as evidence.
const NAMED: usize = 8;
/// Minutes to improve a page for a query, and to create one.
const MINUTES: (u32, u32) = (60, 90);

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
        let Some(query) = found(&set, serp, !input.own_queries.is_empty()) else { continue };
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
        needs: needs(&set, input),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    };
    let run = Run { input, set: &set, draws: &draws, output: &output };
    let insights = [run.ranked_lower(), run.absent()];
    output.insights = insights.into_iter().flatten().take(params.max_insights as usize).collect();
    if output.queries.len() > LISTED {
        output.notes.push(format!("Only the first {LISTED} of {} queries are listed", output.queries.len()));
        output.queries.truncate(LISTED);
    }
    Ok(output)
}

fn needs(set: &ResultSet, input: &Input) -> Vec<String> {
    let unknown = "Connect Search Console to see which of your pages rank below the results that were read";
    let is_unknown = input.own_queries.is_empty();
    set.needs.iter().cloned().chain(is_unknown.then(|| unknown.to_owned())).collect()
}

fn found(set: &ResultSet, serp: &Serp, has_own_data: bool) -> Option<GapQuery> {
    let own = serp.position(OWN);
    let (position, site, url) = winner(set, serp, own)?;
    let is_above = |(place, site, _): &&(f64, usize, String)| {
        *site != OWN && *place <= PAGE_ONE && own.is_none_or(|own| *place < own)
    };
    let more = |volume: f64| volume * set.ctr(serp, *site) - set.clicks(serp, OWN).unwrap_or(0.0);
    let measured = serp.own.clone().unwrap_or_default();
    let ranked = serp.results.iter().find(|(_, site, _)| *site == OWN).map(|(_, _, url)| url.as_str());
    Some(GapQuery {
        query: serp.query.clone(),
        cluster: serp.cluster.clone(),
        volume: serp.volume,
        own_position: own,
        rival: set.domains[*site].clone(),
        rival_position: *position,
        is_named: set.named.contains(site),
        rival_url: url.clone(),
        rivals_above: serp.results.iter().filter(is_above).count() as u32,
        clicks: serp.volume.map(|volume| more(volume).max(0.0)),
        standing: standing(serp, &measured),
        advice: advice(ranked.or(measured.page.as_deref()), measured.position.is_some(), has_own_data),
        search_position: measured.position,
        search_clicks: measured.clicks,
        search_page: measured.page,
    })
}

/// The best competitor that is on page one and not below your site: one that the parameters name if there is one.
fn winner<'a>(set: &ResultSet, serp: &'a Serp, own: Option<f64>) -> Option<&'a (f64, usize, String)> {
    let is_won = |(place, site, _): &&(f64, usize, String)| {
        *site != OWN && *place <= PAGE_ONE && own.is_none_or(|own| *place <= own)
    };
    let mut won = serp.results.iter().filter(is_won).peekable();
    let best = won.peek().copied();
    won.find(|(_, site, _)| set.named.contains(site)).or(best)
}

/// Where your site ranks, in words.
fn standing(serp: &Serp, measured: &Own) -> String {
    let searched = measured.position.map(|position| format!("position {position:.1} in Search Console"));
    match (serp.position(OWN), searched) {
        (Some(position), None) => format!("position {position:.0}"),
        (Some(position), Some(searched)) => format!("position {position:.0}; {searched}"),
        (None, Some(searched)) => format!("not in the first {:.0} results; {searched}", serp.depth),
        (None, None) => format!("not in the first {:.0} results", serp.depth),
    }
}

/// What to do: a page that ranks is improved, never written again.
fn advice(page: Option<&str>, has_position: bool, has_own_data: bool) -> String {
    match page {
        Some(page) => format!("Improve {page}"),
        None if has_position => "Improve the page that ranks for this query".to_owned(),
        None if has_own_data => "Create a page for this query".to_owned(),
        None => "Look for a page of yours about this query; create one if there is none".to_owned(),
    }
}

/// The data of the findings.
struct Run<'a> {
    input: &'a Input,
    set: &'a ResultSet,
    draws: &'a Draws,
    output: &'a GapOutput,
}

impl Run<'_> {
    /// Reports queries for which a page of yours ranks below the results that were read.
    fn ranked_lower(&self) -> Option<Insight> {
        let queries = self.below(|query| query.search_position.is_some());
        let first = queries.first()?;
        let title = format!(
            "Competitors rank on page one for {}, where you rank lower, such as \"{}\": {}",
            plural(queries.len()),
            first.query,
            first.standing
        );
        let target = first.search_page.as_deref().unwrap_or(&first.query);
        let falsifier = "A page that is improved for these queries gets no more clicks in 60 days";
        let action = action("improve_page", &first.advice, target);
        Some(self.finding("ranked_lower", (title, falsifier), &queries, (action, MINUTES.0)))
    }

    /// Reports queries for which nothing of yours is known to rank.
    fn absent(&self) -> Option<Insight> {
        let queries = self.below(|query| query.search_position.is_none());
        let first = queries.first()?;
        let title = format!(
            "Competitors rank on page one for {}, where you are not among the results, such as \"{}\"",
            plural(queries.len()),
            first.query
        );
        let falsifier = "A page that ranks for these queries gets no clicks in 60 days";
        let kind = if self.input.own_queries.is_empty() { "review_page" } else { "create_page" };
        let action = action(kind, &first.advice, &first.query);
        Some(self.finding("keyword_gap", (title, falsifier), &queries, (action, MINUTES.1)))
    }

    fn below(&self, keep: impl Fn(&GapQuery) -> bool) -> Vec<&GapQuery> {
        self.output.queries.iter().filter(|query| query.own_position.is_none() && keep(query)).collect()
    }

    /// Builds a finding. It sums queries that other findings describe one by one, so it carries no monthly value to be
    /// added up with theirs.
    fn finding(
        &self, kind: &'static str, (title, falsifier): (String, &str), queries: &[&GapQuery],
        (action, minutes): (Option<Action>, u32),
    ) -> Insight {
        let seen = self.set.serps.iter().filter_map(|serp| serp.observed_at).max();
        let facts = queries.iter().take(NAMED).map(|query| {
            let value = json!({
                "rival": query.rival, "position": query.rival_position, "volume": query.volume,
                "searchPosition": query.search_position, "page": query.search_page,
            });
            evidence("gap", &query.query, value, seen)
        });
        let all = format!(
            "; all gaps: {} clicks a month on average{}",
            count(self.output.clicks.mean),
            self.draws.amount(self.output.value.as_ref())
        );
        let finding = Finding {
            kind,
            title: title + &all,
            severity: Severity::Opportunity,
            confidence: 0.7,
            effort_minutes: minutes * queries.len().min(20) as u32,
            evidence: facts.collect(),
            assumptions: self.output.assumptions.clone(),
            action,
            falsifier: falsifier.to_owned(),
            ..Finding::default()
        };
        finding.insight(SIGNATURE, self.input.as_of)
    }
}

fn plural(queries: usize) -> String {
    if queries == 1 { "1 query".to_owned() } else { format!("{queries} queries") }
}

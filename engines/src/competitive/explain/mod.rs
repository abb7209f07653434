//! Strength of sites, and features associated with higher positions.

mod features;
mod sites;

use serde_json::json;

use super::board::Board;
use super::story::{Finding, action, evidence};
use super::{Checked, ExplainOutput, Input, METHOD, METHOD_VERSION};
use crate::common::{Control, EngineError, Insight, Severity, checkpoint};

/// Estimates the strength of each site per cluster, tested on held-out SERPs, and the page features
/// associated with higher positions (association, not cause).
///
/// # Errors
/// Returns [`EngineError::NoInput`] without SERPs, [`EngineError::InvalidInput`] with the field,
/// [`EngineError::TooLarge`] or [`EngineError::Cancelled`].
pub fn explain(input: &Input, params: &Checked, control: &dyn Control) -> Result<ExplainOutput, EngineError> {
    let board = Board::read(input, params)?;
    checkpoint(control)?;
    control.progress(20.0, "strength", "Weighing the sites");
    let clusters = sites::strengths(&board);
    let prediction = sites::prediction(&board, params);
    checkpoint(control)?;
    control.progress(60.0, "features", "Comparing the pages");
    let found = features::associate(&board, input, params, control)?;
    let mut needs = board.needs.clone();
    if found.features.is_empty() {
        needs.push("Features of the ranking pages (a crawl of them) tell what goes with a higher place".to_owned());
    }
    let mut output = ExplainOutput {
        clusters,
        prediction,
        features: found.features,
        feature_prediction: found.prediction,
        insights: Vec::new(),
        notes: [board.notes.clone(), found.notes].concat(),
        assumptions: vec![
            "The order of results tells strength; sites that are not on a page say nothing there".to_owned(),
            "Features that go with a higher place need not cause it".to_owned(),
        ],
        needs,
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    };
    output.insights = insights(input, &output);
    output.insights.truncate(params.max_insights as usize);
    control.progress(100.0, "done", "Done");
    Ok(output)
}

fn insights(input: &Input, output: &ExplainOutput) -> Vec<Insight> {
    let strong = output.clusters.iter().filter_map(|cluster| {
        let first = cluster.sites.iter().find(|site| !site.is_own && site.above_own.is_some_and(|p| p > 0.5))?;
        let value =
            json!({ "strength": first.strength, "standardError": first.standard_error, "pages": first.result_pages });
        Some(Finding {
            kind: "stronger_rival",
            subject: format!("{}:{}", first.domain, cluster.cluster),
            title: format!(
                "{} is stronger than you in {}: it stands above you with a chance of {:.0} %",
                first.domain,
                cluster.cluster,
                100.0 * first.above_own.unwrap_or(0.0)
            ),
            severity: Severity::Info,
            confidence: first.above_own.unwrap_or(0.5),
            impact: None,
            effort_minutes: 0,
            evidence: vec![evidence("strength", &first.domain, value, None)],
            assumptions: vec!["Strength is the same on all searches of the cluster".to_owned()],
            action: action("study_rival", "Read its pages", &first.domain),
            falsifier: "On the next result pages of the cluster you stand above it in most".to_owned(),
        })
    });
    let feature = output.features.iter().filter_map(|feature| {
        let own = feature.own_mean?;
        let is_behind = feature.coefficient * (feature.winners_mean - own) > 0.0;
        (feature.stability >= 0.8 && is_behind).then(|| Finding {
            kind: "feature_behind",
            subject: feature.feature.clone(),
            title: format!(
                "Pages in the first three places have {} of {:.2} on average, yours {own:.2}",
                feature.feature, feature.winners_mean
            ),
            severity: Severity::Opportunity,
            confidence: 0.5 * feature.stability,
            impact: None,
            effort_minutes: 60,
            evidence: vec![evidence(
                "association",
                &feature.feature,
                json!({ "coefficient": feature.coefficient, "stability": feature.stability }),
                None,
            )],
            assumptions: vec!["This is an association; the feature need not be why they rank".to_owned()],
            action: action("test_feature", "Change it on some pages and measure", &feature.feature),
            falsifier: "A controlled change of the feature on your pages moves no place".to_owned(),
        })
    });
    strong.chain(feature).map(|finding| finding.insight(input.as_of)).collect()
}

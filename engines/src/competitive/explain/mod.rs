//! Strength of sites, and features associated with higher positions.

mod features;
mod sites;

use serde_json::json;

use super::SIGNATURE;
use super::finding::{action, evidence};
use super::result_set::ResultSet;
use super::{Checked, ClusterStrength, ExplainOutput, Input, METHOD, METHOD_VERSION};
use crate::common::{Control, EngineError, Finding, Insight, Severity, checkpoint};

/// Estimates the strength of each site per cluster, tested on held-out SERPs, and the page features
/// associated with higher positions (association, not cause).
///
/// # Errors
/// Returns [`EngineError::NoInput`] without SERPs, [`EngineError::InvalidInput`] with the field,
/// [`EngineError::TooLarge`] or [`EngineError::Cancelled`].
pub fn explain(input: &Input, params: &Checked, control: &dyn Control) -> Result<ExplainOutput, EngineError> {
    let set = ResultSet::read(input, params)?;
    checkpoint(control)?;
    control.progress(20.0, "strength", "Estimating site strength");
    let clusters = sites::strengths(&set);
    let prediction = sites::prediction(&set, params);
    checkpoint(control)?;
    control.progress(60.0, "features", "Comparing the pages");
    let found = features::associate(&set, input, params, control)?;
    let mut needs = set.needs.clone();
    if found.features.is_empty() {
        needs.push("Crawl the ranking pages to find the features that correlate with higher rankings".to_owned());
    }
    let notes = [set.notes.clone(), thin(&clusters), found.notes].concat();
    let mut output = ExplainOutput {
        summary: summary(&clusters),
        clusters,
        prediction,
        features: found.features,
        feature_prediction: found.prediction,
        insights: Vec::new(),
        notes,
        assumptions: vec![
            "Site strength is estimated from the order of results; sites missing from a search result give no information there".to_owned(),
            "Features that correlate with higher rankings do not necessarily cause them".to_owned(),
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

/// The result in one sentence, about the cluster with the most result pages.
fn summary(clusters: &[ClusterStrength]) -> String {
    let largest = clusters.iter().rev().max_by_key(|cluster| cluster.result_pages);
    let Some(cluster) = largest else {
        return "No result pages have sites in common, so their strengths are not known".to_owned();
    };
    let Some(first) = cluster.sites.first().filter(|_| is_enough(cluster)) else {
        return format!("The strengths of the sites are not known well enough. {}", cluster.basis);
    };
    let own = cluster.sites.iter().position(|site| site.is_own).filter(|at| cluster.sites[*at].result_pages > 0);
    let yours = match own {
        Some(0) => "your site is the strongest".to_owned(),
        Some(at) => format!("{} is the strongest, your site is number {}", first.domain, at + 1),
        None => format!("{} is the strongest, your site is on none of the result pages", first.domain),
    };
    format!("In {}, {yours} of {} sites. {}", cluster.cluster, cluster.sites.len(), cluster.basis)
}

fn is_enough(cluster: &ClusterStrength) -> bool {
    cluster.result_pages >= sites::LEAST_COMMON as usize
}

/// Names the clusters with too few result pages.
fn thin(clusters: &[ClusterStrength]) -> Vec<String> {
    let few: Vec<&str> =
        clusters.iter().filter(|cluster| !is_enough(cluster)).map(|cluster| cluster.cluster.as_str()).collect();
    let Some(first) = few.first() else { return Vec::new() };
    let note = format!(
        "{} of {} clusters have fewer than {} result pages, too few to compare sites, such as {first}",
        few.len(),
        clusters.len(),
        sites::LEAST_COMMON
    );
    vec![note]
}

fn insights(input: &Input, output: &ExplainOutput) -> Vec<Insight> {
    let strong = output.clusters.iter().filter_map(|cluster| {
        let first = cluster.sites.iter().find(|site| !site.is_own && site.above_own.is_some_and(|p| p > 0.5))?;
        let value =
            json!({ "strength": first.strength, "standardError": first.standard_error, "pages": first.result_pages, "commonPages": first.common_pages });
        Some(Finding {
            kind: "stronger_rival",
            subject: format!("{}:{}", first.domain, cluster.cluster),
            title: format!(
                "{} is stronger than you in {}: it ranks above you with a probability of {:.0} %, from {} result pages with both",
                first.domain,
                cluster.cluster,
                100.0 * first.above_own.unwrap_or(0.0),
                first.common_pages
            ),
            severity: Severity::Info,
            confidence: first.above_own.unwrap_or(0.5),
            evidence: vec![evidence("strength", &first.domain, value, None)],
            assumptions: vec!["A site is equally strong for all queries of the cluster".to_owned()],
            action: action("study_rival", "Review its pages", &first.domain),
            falsifier: "In the next search results of the cluster you rank above it for most queries".to_owned(),
            ..Finding::default()
        })
    });
    let feature = output.features.iter().filter_map(|feature| {
        let own = feature.own_mean?;
        let is_behind = feature.coefficient * (feature.winners_mean - own) > 0.0;
        (feature.stability >= 0.8 && is_behind).then(|| Finding {
            kind: "feature_behind",
            subject: feature.feature.clone(),
            title: format!(
                "Pages in the top 3 have an average {} of {:.2}, yours {own:.2}",
                feature.feature, feature.winners_mean
            ),
            severity: Severity::Opportunity,
            confidence: 0.5 * feature.stability,
            effort_minutes: 60,
            evidence: vec![evidence(
                "association",
                &feature.feature,
                json!({ "coefficient": feature.coefficient, "stability": feature.stability }),
                None,
            )],
            assumptions: vec!["This is a correlation, not proof that the feature improves rankings".to_owned()],
            action: action("test_feature", "Test a change on some pages", &feature.feature),
            falsifier: "A controlled test of this feature on your pages does not change rankings".to_owned(),
            ..Finding::default()
        })
    });
    strong.chain(feature).map(|finding| finding.insight(SIGNATURE, input.as_of)).collect()
}

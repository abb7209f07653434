//! Insights about clusters and the whole site.

use serde_json::json;

use super::super::output::{Cluster, Intent};
use super::{Ranked, Story};
use crate::common::{Action, Finding, Insight, Money, Severity, count, whole_money};
use crate::stat::poisson_ratio_test;

/// Minutes to plan and write a page; an assumption.
const NEW_PAGE_MINUTES: u32 = 240;
/// Lowest position at which a page counts as targeting a cluster.
const SERVED: f64 = 20.0;

/// Finds clusters with buying intent that no page of the site targets.
///
/// Reported only if the input has ranking pages, or demand without a rank, and, if values are known,
/// only if the first year's value exceeds the cost of the page.
pub(crate) fn pages_needed(story: &Story<'_>) -> Vec<Ranked> {
    let knows_pages = story.facts().entries.iter().any(|entry| !entry.pages.is_empty());
    story
        .clusters
        .iter()
        .filter(|cluster| is_wanted(story, cluster, knows_pages))
        .map(|cluster| page_needed(story, cluster))
        .filter(|ranked| ranked.insight.impact.is_none() || 12.0 * ranked.worth >= 1.0)
        .collect()
}

fn is_wanted(story: &Story<'_>, cluster: &Cluster, knows_pages: bool) -> bool {
    let buys = matches!(cluster.intent, Some(Intent::Local | Intent::Transactional | Intent::Commercial));
    let demand = cluster.volume.unwrap_or(0.0);
    let best = best_position(story, cluster);
    let is_unserved = match best {
        Some(position) => position > SERVED,
        None => knows_pages || cluster.volume.is_some() && cluster.impressions == 0.0,
    };
    buys && is_unserved && demand >= story.ground.params.min_impressions
}

fn best_position(story: &Story<'_>, cluster: &Cluster) -> Option<f64> {
    let positions = cluster.member_ids.iter().filter_map(|at| story.facts().entries[*at as usize].position);
    positions.reduce(f64::min)
}

fn page_needed(story: &Story<'_>, cluster: &Cluster) -> Ranked {
    let cost = 1.0 + story.ground.params.hourly_rate_cents * f64::from(NEW_PAGE_MINUTES) / 60.0;
    let demand = cluster.volume.unwrap_or(0.0);
    let confidence = 0.5 * demand / (demand + 30.0);
    let cents = cluster.value.as_ref().map_or(0.0, |value| value.mid_cents as f64);
    let clicks: f64 = cluster
        .member_ids
        .iter()
        .filter_map(|at| story.keywords[*at as usize].potential_clicks)
        .map(|clicks| clicks.mid)
        .sum();
    let best = best_position(story, cluster);
    let where_now = best.map_or_else(
        || "and the site has no known rank".to_owned(),
        |position| format!("and the best page ranks {position:.1}"),
    );
    let volume = demand;
    let queries = match cluster.members {
        1 => "1 query".to_owned(),
        members => format!("{members} queries"),
    };
    let insight = story.insight(Finding {
        kind: "page_needed",
        subject: cluster.head.clone(),
        title: format!(
            "{} monthly searches for \"{}\" ({queries}) {where_now}",
            count(volume),
            cluster.head
        ),
        severity: Severity::Opportunity,
        confidence,
        impact: cluster.value.clone(),
        effort_minutes: NEW_PAGE_MINUTES,
        evidence: vec![story.evidence(
            "cluster",
            &cluster.head,
            json!({
                "members": cluster.members, "volume": volume,
                "volumeUpperBound": cluster.volume_upper_bound, "bestPosition": best,
                "joinedBy": cluster.evidence.detail,
            }),
            "the imported data",
        )],
        assumptions: story.assumptions.to_vec(),
        action: Some(Action {
            kind: "create_page".to_owned(),
            label: "Plan a page for this cluster".to_owned(),
            target: Some(cluster.head.clone()),
        }),
        falsifier: format!(
            "Six months after a page for \"{}\" is indexed, it ranks below position 20 for all its queries, or an existing page already ranks for them.",
            cluster.head
        ),
        days_valid: 90,
        ..Finding::default()
    });
    Ranked { worth: cents * confidence / cost, clicks: clicks * confidence / cost, insight }
}

/// Insights that affect all others.
pub(crate) fn about_the_whole(story: &Story<'_>) -> Vec<Insight> {
    let mut insights = Vec::new();
    insights.extend(value_missing(story));
    insights.extend(worth_of_all(story));
    insights.extend(brand_share(story));
    insights.extend(curve_against_published(story));
    insights
}

fn value_missing(story: &Story<'_>) -> Option<Insight> {
    if story.ground.params.value_per_lead_cents.is_some() {
        return None;
    }
    let has_cpc = story.facts().entries.iter().any(|entry| entry.cpc_cents.is_some());
    let title = if has_cpc {
        "No value per lead is set: amounts are the cost of the clicks as ads, not income"
    } else {
        "No value per lead is set: gains are shown in clicks, not in money"
    };
    Some(
        story
            .insight(Finding {
                kind: "value_missing",
                subject: String::new(),
                title: title.to_owned(),
                severity: Severity::Info,
                confidence: 1.0,
                effort_minutes: 5,
                evidence: vec![story.evidence(
                    "parameter",
                    "valuePerLeadCents",
                    json!({ "given": false, "clickCosts": has_cpc }),
                    "parameters of this run",
                )],
                assumptions: Vec::new(),
                action: Some(Action {
                    kind: "set_parameter".to_owned(),
                    label: "Set a value per lead".to_owned(),
                    target: Some("valuePerLeadCents".to_owned()),
                }),
                falsifier: "A value per lead was set for this run.".to_owned(),
                days_valid: 90,
                ..Finding::default()
            })
            .as_fact(),
    )
}

/// Reports what all queries add at the positions within reach, and the distribution of it.
fn worth_of_all(story: &Story<'_>) -> Option<Insight> {
    let value: &Money = story.totals.value.as_ref()?;
    let (first, mid) = (story.clusters.first()?, value.mid_cents);
    if mid <= 0 || story.clusters.len() < 2 {
        return None;
    }
    let top = first.value.as_ref().map_or(0, |value| value.mid_cents);
    let units = |cents: i64| whole_money(cents, &value.currency);
    Some(story.insight(Finding {
        kind: "portfolio_value",
        subject: String::new(),
        title: format!(
            "{} queries can add {} to {} a month at the positions within reach, in {} clusters (queries that one page can serve); the best cluster alone: {}",
            story.totals.queries,
            units(value.low_cents),
            units(value.high_cents),
            story.totals.clusters,
            units(top),
        ),
        severity: Severity::Info,
        confidence: 0.5,
        impact: Some(value.clone()),
        evidence: vec![story.evidence(
            "totals",
            "all queries",
            json!({
                "queries": story.totals.queries, "clusters": story.totals.clusters,
                "volume": story.totals.volume, "volumeUpperBound": story.totals.volume_upper_bound,
                "topCluster": first.head, "topClusterMidCents": top,
            }),
            "computed: draws of the product, summed draw by draw",
        )],
        assumptions: story.assumptions.to_vec(),
        falsifier:
            "For two months, queries at the positions within reach add leads with a value outside this range.".to_owned(),
        days_valid: 90,
        ..Finding::default()
    }))
}

fn brand_share(story: &Story<'_>) -> Option<Insight> {
    let totals = story.totals;
    if totals.brand_clicks <= 0.0 || totals.clicks < 30.0 {
        return None;
    }
    let share = totals.brand_clicks / totals.clicks;
    Some(
        story
            .insight(Finding {
                kind: "brand_share",
                subject: String::new(),
                title: format!(
                    "{:.0} % of clicks are from brand queries; {} clicks from all other queries",
                    share * 100.0,
                    count(totals.clicks - totals.brand_clicks)
                ),
                severity: if share > 0.6 { Severity::Warning } else { Severity::Info },
                confidence: 0.9,
                evidence: vec![story.evidence(
                    "totals",
                    "brand",
                    json!({
                        "brandClicks": totals.brand_clicks, "clicks": totals.clicks,
                        "brandImpressions": totals.brand_impressions, "impressions": totals.impressions,
                    }),
                    "the imported data",
                )],
                assumptions: vec![
                    "A query is a brand query if it contains a brand term or the name of the host.".to_owned(),
                ],
                falsifier: format!(
                    "A manual list of brand queries changes the share by more than {} percentage points.",
                    10
                ),
                days_valid: 90,
                ..Finding::default()
            })
            .as_fact(),
    )
}

/// Compares the site's clicks with the published curve at the same positions.
fn curve_against_published(story: &Story<'_>) -> Option<Insight> {
    let curve = story.ground.curve;
    let (own, published) = (curve.own_clicks(), curve.published_clicks());
    if published < 20.0 {
        return None;
    }
    // The published curve is based on far larger samples, so only the site's own count varies; its
    // variance is assumed to be four times that of a Poisson count.
    let (_, p) = poisson_ratio_test(published * 100.0, 100.0, own, 1.0, 4.0);
    let ratio = own / published;
    if p > 0.01 || (0.8..=1.25).contains(&ratio) {
        return None;
    }
    let (severity, word) = if ratio < 1.0 { (Severity::Warning, "fewer") } else { (Severity::Info, "more") };
    Some(story.insight(Finding {
        kind: "site_curve",
        subject: String::new(),
        title: format!(
            "The site gets {:.0} % {word} clicks than published CTR studies predict for its positions ({} versus {})",
            (ratio - 1.0).abs() * 100.0,
            count(own),
            count(published)
        ),
        severity,
        confidence: 0.7,
        effort_minutes: 60,
        evidence: vec![story.evidence(
            "curve",
            "all positions",
            json!({ "clicks": own, "expectedClicks": published, "ratio": ratio, "p": p }),
            "imported clicks compared with the published CTR curve",
        )],
        assumptions: vec![
            "Every impression has the average position of its row.".to_owned(),
            "The published CTR curve applies to these kinds of queries.".to_owned(),
        ],
        action: (ratio < 1.0).then(|| Action {
            kind: "review_snippets".to_owned(),
            label: "Review titles and descriptions of the top pages".to_owned(),
            target: None,
        }),
        falsifier: "With data by device and country the difference disappears.".to_owned(),
        days_valid: 60,
        ..Finding::default()
    }))
}

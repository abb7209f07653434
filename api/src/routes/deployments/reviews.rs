//! Reviews of deployments with regulated trades, in requests and responses.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shared::{
    domain::deployment::NeededReview,
    store::deployment::{MOST_PLANNED, Reviews},
};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, FieldError, Result},
    routes::{
        releases::review::{self, Statement},
        site_operator,
    },
    state::AppState,
};

/// Sites of a trade in a response; `siteCount` counts all.
const LISTED: usize = 50;
/// Sites that a message names.
const NAMED: usize = 3;

/// A review of the sites of one trade. Omitted fields default to the responsible person of the site operator.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = TradeReview)]
pub(super) struct TradeReview {
    /// Slug of the vertical.
    #[schema(examples("personal-injury"))]
    vertical: String,
    /// Name of the person who reviewed the pages, at most 200 characters.
    #[schema(examples("Jane Doe"))]
    name: Option<String>,
    /// Qualification of that person, at most 200 characters.
    #[schema(examples("licensed attorney in Oklahoma"))]
    credentials: Option<String>,
    /// Must be `true`: the person has reviewed these pages.
    is_confirmed: bool,
}

/// Body of the approval of a deployment.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = DeploymentApproval)]
pub(super) struct Approval {
    /// Who reviewed the pages of all sites of regulated trades.
    review: Option<Statement>,
    /// Who reviewed the pages of each regulated trade, if that differs; overrides `review`.
    reviews: Vec<TradeReview>,
    /// Whether sites without a review wait on and only the others are approved. Default: nothing is approved while a review is
    /// missing.
    leaves_unreviewed: bool,
    /// `waitingVersion` of the deployment that you looked at: if other releases wait now, nothing is approved. Default:
    /// what waits is approved.
    version: Option<String>,
}

/// A site that needs a review.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SiteToReview)]
struct SiteToReview {
    id: Uuid,
    name: String,
}

/// Sites of one regulated trade that wait for a review.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NeededReview)]
pub(super) struct NeededView {
    /// Slug of the vertical.
    vertical: String,
    vertical_name: String,
    /// Who must review the pages.
    #[schema(examples("a licensed attorney"))]
    reviewer: Option<String>,
    /// Number of the sites.
    site_count: usize,
    /// The first 50 of them.
    sites: Vec<SiteToReview>,
}

/// Returns the stated reviews, or every field at fault.
pub(super) async fn checked(state: &AppState, workspace_id: Uuid, body: Approval) -> Result<Reviews> {
    let mut reviews = Reviews { leaves_others: body.leaves_unreviewed, seen: body.version, ..Reviews::default() };
    if body.review.is_none() && body.reviews.is_empty() {
        return Ok(reviews);
    }
    if body.reviews.len() > MOST_PLANNED {
        return Err(ApiError::invalid("/reviews", "must be at most 5000 reviews"));
    }
    let operator = site_operator::view::find(state, workspace_id).await?;
    let mut errors = Vec::new();
    reviews.of_all = body.review.map(|given| review::read(given, &operator, "/review", &mut errors));
    for (index, given) in body.reviews.into_iter().enumerate() {
        let pointer = format!("/reviews/{index}");
        let statement =
            Statement { name: given.name, credentials: given.credentials, is_confirmed: given.is_confirmed };
        let stated = review::read(statement, &operator, &pointer, &mut errors);
        if given.vertical.is_empty() || reviews.of_verticals.insert(given.vertical, stated).is_some() {
            let detail = "must be the slug of a vertical, each once";
            errors.push(FieldError::new(format!("{pointer}/vertical"), detail));
        }
    }
    if errors.is_empty() { Ok(reviews) } else { Err(ApiError::Invalid(errors)) }
}

/// Groups sites that need a review by their trade.
pub(super) fn by_trade(needed: Vec<NeededReview>) -> Vec<NeededView> {
    let mut trades: BTreeMap<String, NeededView> = BTreeMap::new();
    for site in needed {
        let trade = trades.entry(site.vertical.clone()).or_insert_with(|| NeededView {
            vertical: site.vertical,
            vertical_name: site.vertical_name,
            reviewer: site.reviewer,
            site_count: 0,
            sites: Vec::new(),
        });
        trade.site_count += 1;
        if trade.sites.len() < LISTED {
            trade.sites.push(SiteToReview { id: site.site_id, name: site.name });
        }
    }
    trades.into_values().collect()
}

/// Returns the error of an approval without the reviews of these sites.
pub(super) fn missing(needed: Vec<NeededReview>) -> ApiError {
    let trades: Vec<String> = by_trade(needed).iter().map(named).collect();
    let detail = format!(
        "Nothing was approved: named persons review regulated trades first. Missing: {}. Approve with 'reviews', or with \
         'leavesUnreviewed' to approve the other sites only.",
        trades.join("; ")
    );
    ApiError::Conflict(FieldError::new("/review", detail))
}

/// Names a trade with its first sites.
fn named(trade: &NeededView) -> String {
    let names: Vec<&str> = trade.sites.iter().take(NAMED).map(|site| site.name.as_str()).collect();
    let more = match trade.site_count.saturating_sub(names.len()) {
        0 => String::new(),
        1 => " and 1 more site".to_owned(),
        more => format!(" and {more} more sites"),
    };
    let reviewer = trade.reviewer.as_deref().unwrap_or("a qualified person");
    format!("{} ({}) by {reviewer} for {}{more}", trade.vertical_name, trade.vertical, names.join(", "))
}

//! What the competitive engine answers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{Insight, Interval, Money};

macro_rules! output {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "camelCase")]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $type,)*
            /// The findings, at most `maxInsights`.
            pub insights: Vec<Insight>,
            /// What the reader should know about this run.
            pub notes: Vec<String>,
            /// Assumptions.
            pub assumptions: Vec<String>,
            /// What is missing and what it would unlock.
            pub needs: Vec<String>,
            /// Name of the method.
            pub method: String,
            /// Version of the method.
            pub method_version: String,
        }
    };
}

output! {
    /// The answer of `share`.
    ShareOutput {
        /// Sites by their share of the clicks, largest first; your own always among them.
        domains: Vec<DomainShare>,
        /// The same for each cluster.
        clusters: Vec<ClusterShare>,
        /// Losses to each competitor that ranks above you, largest first.
        losses: Vec<Loss>,
        /// Number of SERPs read.
        result_pages: usize,
        /// Total monthly search volume of the SERPs.
        volume: f64,
    }
}

output! {
    /// The answer of `discover`.
    DiscoverOutput {
        /// Sites that rank for your queries, closest first.
        rivals: Vec<Rival>,
        /// How much each search's results move from one day seen to the next, most restless first.
        volatility: Vec<Volatility>,
        /// Mean volatility over queries observed on at least two days; `None` without any.
        mean_volatility: Option<f64>,
    }
}

output! {
    /// The answer of `gap`.
    GapOutput {
        /// Queries where a competitor is on page one and you rank lower or not at all, most clicks first.
        queries: Vec<GapQuery>,
        /// Clicks a month that the best rival of each search gets more than you.
        clicks: Interval,
        /// The same in money; `None` when a factor is missing.
        value: Option<Money>,
    }
}

output! {
    /// The answer of `explain`.
    ExplainOutput {
        /// How strong each site is in each cluster.
        clusters: Vec<ClusterStrength>,
        /// Accuracy of the strengths on held-out SERPs.
        prediction: Option<Prediction>,
        /// Features that go with a higher place; association, not cause. Empty without page features.
        features: Vec<FeatureAssociation>,
        /// The same check for the features.
        feature_prediction: Option<Prediction>,
    }
}

/// A site and its share.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DomainShare {
    /// Host.
    pub domain: String,
    /// True for your own.
    pub is_own: bool,
    /// Share of the clicks of all organic results seen, 0 to 1.
    pub share: f64,
    /// Clicks a month by volume x curve.
    pub clicks: f64,
    /// Number of queries it ranks for.
    pub queries: u32,
    /// Mean position.
    pub mean_position: f64,
    /// Cross-check: sum of 1.0 to 0.1 for places 1 to 10, 0.05 for 11 to 20, as `DataForSEO` has it.
    pub visibility: f64,
    /// Cross-check: sum of 100 less the place, as `DataForSEO` has it.
    pub rating: f64,
}

/// Shares in one cluster.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClusterShare {
    /// Name of the cluster.
    pub cluster: String,
    /// Your share of its clicks, 0 to 1.
    pub own_share: f64,
    /// The site with the largest share.
    pub leader: String,
    /// Its share.
    pub leader_share: f64,
    /// Monthly search volume.
    pub volume: f64,
    /// Number of SERPs.
    pub result_pages: usize,
}

/// What a rival takes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Loss {
    /// Host of the rival.
    pub domain: String,
    /// Name of the cluster.
    pub cluster: String,
    /// Clicks a month you would have more at its places.
    pub clicks: Interval,
    /// The same in money; `None` when a factor is missing.
    pub value: Option<Money>,
    /// Its share of the cluster's clicks.
    pub share: f64,
    /// Your share.
    pub own_share: f64,
    /// Number of queries of the cluster where it ranks above you.
    pub queries: u32,
}

/// A site that ranks for the same queries.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rival {
    /// Host.
    pub domain: String,
    /// Number of common queries.
    pub shared: u32,
    /// Number of queries it ranks for.
    pub queries: u32,
    /// Jaccard index of the query sets, 0 to 1.
    pub jaccard: f64,
    /// Overlap coefficient of the query sets, 0 to 1.
    pub overlap: f64,
    /// Share of the common queries where it ranks above you, 0 to 1.
    pub above: f64,
    /// p-value of as many common queries by chance, adjusted for the number of sites.
    pub p_adjusted: f64,
}

/// How much a search's results move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Volatility {
    /// The search.
    pub query: String,
    /// Mean of 1 less the rank-biased overlap of neighbouring days, 0 (still) to 1 (all new).
    pub volatility: f64,
    /// Days seen.
    pub days: u32,
}

/// A search a rival wins.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GapQuery {
    /// The search.
    pub query: String,
    /// Its cluster.
    pub cluster: String,
    /// Monthly search volume.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume: Option<f64>,
    /// Your place; `None` when not within the depth seen.
    pub own_position: Option<f64>,
    /// Competitor with the best position.
    pub rival: String,
    /// Its place.
    pub rival_position: f64,
    /// Its page.
    pub rival_url: String,
    /// Rivals on page one above you.
    pub rivals_above: u32,
    /// Clicks a month it gets more than you; `None` without a volume.
    pub clicks: Option<f64>,
}

/// Strengths in one cluster.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClusterStrength {
    /// Name of the cluster.
    pub cluster: String,
    /// Sites, strongest first.
    pub sites: Vec<Strength>,
    /// Number of SERPs used.
    pub result_pages: usize,
}

/// How strong a site is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Strength {
    /// Host.
    pub domain: String,
    /// True for your own.
    pub is_own: bool,
    /// Log odds of ranking above a site of average strength.
    pub strength: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// Probability of ranking above your site where both rank, 0 to 1; `None` if your site does not rank.
    pub above_own: Option<f64>,
    /// Number of SERPs it appears on.
    pub result_pages: u32,
}

/// Accuracy of a predicted order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Prediction {
    /// Pairs of results on pages kept aside.
    pub pairs: usize,
    /// Share of pairs in the predicted order; 0.5 is chance.
    pub concordance: f64,
    /// Mean log loss of the pairs; ln 2 = 0.693 is chance.
    pub log_loss: f64,
    /// Concordance of the plain count of appearances, for comparison.
    pub baseline_concordance: f64,
}

/// A feature that goes with a higher place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeatureAssociation {
    /// The feature.
    pub feature: String,
    /// Change in the log odds of ranking higher for one standard deviation more; 0 if not selected.
    pub coefficient: f64,
    /// Share of five parts of the data, each left out in turn, in which it is selected with the same sign.
    pub stability: f64,
    /// Mean over your ranking pages; `None` without one.
    pub own_mean: Option<f64>,
    /// Mean over results in the first three places.
    pub winners_mean: f64,
    /// Pages with the feature known.
    pub pages: u32,
}

//! Output of the competitive engine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answers::Bounds;
use crate::common::{Day, Insight, Interval, Money};

macro_rules! output {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "camelCase")]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $type,)*
            /// Insights, at most `maxInsights`.
            pub insights: Vec<Insight>,
            /// Notes for the reader about this run.
            pub notes: Vec<String>,
            /// Assumptions.
            pub assumptions: Vec<String>,
            /// Missing data and what they would enable.
            pub needs: Vec<String>,
            /// Name of the method.
            pub method: String,
            /// Version of the method.
            pub method_version: String,
        }
    };
}

output! {
    /// Output of `share`.
    ShareOutput {
        /// Sites by their share of the clicks, largest first; always includes your own site.
        domains: Vec<DomainShare>,
        /// The same for each cluster.
        clusters: Vec<ClusterShare>,
        /// Losses to each competitor that ranks above you, largest first.
        losses: Vec<Loss>,
        /// Number of SERPs read.
        result_pages: usize,
        /// Total monthly search volume of the SERPs.
        volume: f64,
        /// Whether your own clicks come from measured search data for some of the queries.
        measured: bool,
    }
}

output! {
    /// Output of `discover`.
    DiscoverOutput {
        /// Sites that rank for your queries: first those that share more of them than chance explains, then closest
        /// first.
        rivals: Vec<Rival>,
        /// The competitor that is clearly ahead of the others; `None` if there is none.
        closest: Option<String>,
        /// The result in one sentence.
        summary: String,
        /// Volatility of each query's results between days, highest first.
        volatility: Vec<Volatility>,
        /// Mean volatility over queries observed on at least two days; `None` without any.
        mean_volatility: Option<f64>,
    }
}

output! {
    /// Output of `gap`.
    GapOutput {
        /// Queries where a competitor is on page one and you rank lower or not at all, most clicks first.
        queries: Vec<GapQuery>,
        /// Additional monthly clicks of the best competitor of each query compared with your site. Titles state the mean.
        clicks: Interval,
        /// Their monthly value with its mean in the middle; `None` if a factor is missing.
        value: Option<Money>,
    }
}

output! {
    /// Output of `explain`.
    ExplainOutput {
        /// The result in one sentence.
        summary: String,
        /// Strength of each site in each cluster.
        clusters: Vec<ClusterStrength>,
        /// Accuracy of the strengths on held-out SERPs.
        prediction: Option<Prediction>,
        /// Features associated with higher positions; association, not cause. Empty without page features.
        features: Vec<FeatureAssociation>,
        /// Accuracy of the features on held-out SERPs.
        feature_prediction: Option<Prediction>,
    }
}

output! {
    /// Output of `answers`.
    AnswersOutput {
        /// Engines and surfaces that were asked.
        engines: Vec<AnswerEngine>,
        /// Sites by engine, the most cited first; always includes your own site and its rivals.
        sites: Vec<AnswerSite>,
        /// Number of SERPs that the organic shares come from.
        result_pages: usize,
    }
}

/// Answers of one engine and surface.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnswerEngine {
    /// Engine and surface.
    pub engine: String,
    /// Number of answers.
    pub answers: u32,
    /// Number of prompts.
    pub prompts: u32,
    /// Number of cited pages.
    pub citations: u32,
    /// Day of the first answer.
    pub from: Option<Day>,
    /// Day of the last answer.
    pub to: Option<Day>,
}

/// A site in the answers of one engine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnswerSite {
    /// Engine and surface.
    pub engine: String,
    /// Host of your site or of a rival, otherwise the registrable domain.
    pub domain: String,
    /// True for your own site.
    pub is_own: bool,
    /// True for a site that answers cite or mention and that is in none of the search results.
    pub only_in_answers: bool,
    /// Share of the clicks in the search results, 0 to 1; `null` without search results or volumes.
    pub organic_share: Option<f64>,
    /// Share of all cited pages, 0 to 1.
    pub citation_share: f64,
    /// Lower end of its 95 % interval; `null` with fewer than two answers or for a site that is never cited.
    pub citation_low: Option<f64>,
    /// Upper end of its 95 % interval.
    pub citation_high: Option<f64>,
    /// Share of the answers that cite the site, mean over the prompts, with its 95 % interval.
    pub cited: Option<Bounds>,
    /// Share of the answers that mention its name; `null` for sites whose names are not looked for.
    pub mentioned: Option<Bounds>,
}

/// A site with its share.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DomainShare {
    /// Host.
    pub domain: String,
    /// True for your own site.
    pub is_own: bool,
    /// Share of the clicks of all organic results, 0 to 1.
    pub share: f64,
    /// Monthly clicks: measured for your own site where known, otherwise volume x CTR.
    pub clicks: f64,
    /// Number of queries it ranks for.
    pub queries: u32,
    /// Mean position.
    pub mean_position: f64,
    /// Cross-check: sum of 1.0 to 0.1 for positions 1 to 10, 0.05 for 11 to 20, as defined by `DataForSEO`.
    pub visibility: f64,
    /// Cross-check: sum of 100 minus the position, as defined by `DataForSEO`.
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

/// Clicks lost to a competitor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Loss {
    /// Host of the competitor.
    pub domain: String,
    /// Name of the cluster.
    pub cluster: String,
    /// Additional monthly clicks that you would have at its positions. Titles state the mean.
    pub clicks: Interval,
    /// Their monthly value with its mean in the middle; `None` if a factor is missing.
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
    /// Whether you named it as a competitor.
    pub is_named: bool,
}

/// Volatility of a query's results.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Volatility {
    /// Query.
    pub query: String,
    /// Mean of 1 minus the rank-biased overlap of consecutive days, 0 (unchanged) to 1 (all new).
    pub volatility: f64,
    /// Number of days observed.
    pub days: u32,
}

/// A query that a competitor wins.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GapQuery {
    /// Query.
    pub query: String,
    /// Cluster of the query.
    pub cluster: String,
    /// Monthly search volume.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume: Option<f64>,
    /// Your position; `None` if you do not rank within the depth.
    pub own_position: Option<f64>,
    /// Competitor with the best position above yours; one that you named if there is one.
    pub rival: String,
    /// Its position.
    pub rival_position: f64,
    /// Page of the competitor.
    pub rival_url: String,
    /// Whether you named the competitor.
    pub is_named: bool,
    /// Competitors on page one above you.
    pub rivals_above: u32,
    /// Its additional monthly clicks; `None` without a volume.
    pub clicks: Option<f64>,
    /// Your mean position in your own search data; `None` if they do not have the query.
    pub search_position: Option<f64>,
    /// Your measured monthly clicks; `None` if your own search data do not have the query.
    pub search_clicks: Option<f64>,
    /// Your page for the query in your own search data.
    pub search_page: Option<String>,
    /// Where you rank, in words: in the SERP, or below its last result with the position in Search Console.
    pub standing: String,
    /// What to do.
    pub advice: String,
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
    /// What the strengths rest on, and whether that is enough to compare sites.
    pub basis: String,
}

/// Strength of a site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Strength {
    /// Host.
    pub domain: String,
    /// True for your own site.
    pub is_own: bool,
    /// Natural logarithm of the odds of ranking above a site of average strength.
    pub strength: f64,
    /// Odds of ranking above a site of average strength, to 1: 3 means above it three times for each time below it.
    pub odds: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// Probability of ranking above your site where both rank, 0 to 1; `None` if both are on too few SERPs (under 5).
    pub above_own: Option<f64>,
    /// Number of SERPs on which both it and your site rank.
    pub common_pages: u32,
    /// Number of SERPs it appears on.
    pub result_pages: u32,
}

/// Accuracy of a predicted order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Prediction {
    /// Pairs of results on held-out SERPs.
    pub pairs: usize,
    /// Share of pairs in the predicted order; 0.5 is chance.
    pub concordance: f64,
    /// Mean log loss of the pairs; ln 2 = 0.693 is chance.
    pub log_loss: f64,
    /// Concordance of the plain count of appearances, for comparison.
    pub baseline_concordance: f64,
}

/// A feature associated with higher positions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeatureAssociation {
    /// The feature.
    pub feature: String,
    /// Change in the log odds of ranking higher for one standard deviation more; 0 if not selected.
    pub coefficient: f64,
    /// Share of the five folds, each left out in turn, in which it is selected with the same sign.
    pub stability: f64,
    /// Mean over your ranking pages; `None` without one.
    pub own_mean: Option<f64>,
    /// Mean over results at the first three positions.
    pub winners_mean: f64,
    /// Number of pages for which the feature is known.
    pub pages: u32,
}

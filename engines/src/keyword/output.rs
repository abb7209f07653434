//! Output of the keyword engine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{bing::BingReport, bing_pages::BingPageReport};
use crate::common::{Day, Insight, Interval, Money};

/// Output of `analyse`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// One result per query, in input order.
    pub keywords: Vec<KeywordResult>,
    /// The clusters; `KeywordResult::cluster_id` is an index into them. Most valuable first.
    pub clusters: Vec<Cluster>,
    /// All quick wins, most valuable first.
    pub wins: Vec<Win>,
    /// Ranked insights; at most `maxInsights`.
    pub insights: Vec<Insight>,
    /// Sums over the input.
    pub totals: Totals,
    /// Figures of Bing; `None` without any.
    pub bing: Option<BingReport>,
    /// Pages in Bing; `None` without any.
    pub bing_pages: Option<BingPageReport>,
    /// The CTR curve used.
    pub curve: Curve,
    /// The factors of all amounts.
    pub factors: Vec<Factor>,
    /// Missing data and what they would enable.
    pub needs: Vec<Need>,
    /// Rows that were left out (the first 100; `totals.rejected` counts all).
    pub rejected: Vec<RejectedRow>,
    /// Notes for the reader about this run.
    pub notes: Vec<String>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// A query and its results.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeywordResult {
    /// Query as given.
    pub query: String,
    /// NFC, folded case and width, plain punctuation and spaces.
    pub normalised: String,
    /// Close variants have the same key: words stemmed and sorted, without function words.
    pub variant_key: String,
    /// Search intent; `None` if the engine abstains.
    pub intent: Option<Intent>,
    /// Probability of the intent, 0 to 1; of the best guess if it abstains.
    pub intent_confidence: f64,
    /// Source of the intent.
    pub intent_source: IntentSource,
    /// True when the query names the brand of the site.
    pub is_brand: bool,
    /// Place named in the query, normalised (`austin, tx`), or `near me`.
    pub place: Option<String>,
    /// Index into [`Output::clusters`].
    pub cluster_id: u32,
    /// Head query of that cluster.
    pub cluster_head: String,
    /// Clicks in the period.
    pub clicks: f64,
    /// Impressions in the period.
    pub impressions: f64,
    /// Clicks / impressions, 0 to 1; `None` without impressions.
    pub ctr: Option<f64>,
    /// Average position, weighted by impressions.
    pub position: Option<f64>,
    /// CTR that the curve expects at that position.
    pub expected_ctr: Option<f64>,
    /// Monthly search volume; `None` without a keyword tool and impressions.
    pub volume: Option<f64>,
    /// Kind of volume.
    pub volume_source: Option<VolumeSource>,
    /// CPC, cents.
    pub cpc_cents: Option<f64>,
    /// Page with the most clicks (then impressions).
    pub page: Option<String>,
    /// Quick wins on this query.
    pub wins: Vec<KeywordWin>,
    /// Monthly value that the position within reach adds to the present one; `None` if a factor is missing.
    pub value: Option<Money>,
    /// Basis of `value` and the wins' `impact`.
    pub value_basis: Option<ValueBasis>,
    /// Clicks a month at the position within reach.
    pub potential_clicks: Option<Interval>,
    /// Source of the row.
    pub source: Option<String>,
    /// First day of the data.
    pub observed_from: Option<Day>,
    /// Last day of the data.
    pub observed_to: Option<Day>,
}

/// Search intent. Broder (2002), "A taxonomy of web search", with the commercial and local
/// refinements of the trade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Intent {
    /// Find information.
    Informational,
    /// Compare before buying.
    Commercial,
    /// Buy or book now.
    Transactional,
    /// Reach a known site or brand.
    Navigational,
    /// Find a business in a place.
    Local,
}

/// Source of an intent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum IntentSource {
    /// A word or pattern of the lexicon.
    Lexicon,
    /// A brand term of the site.
    Brand,
    /// A place name in the query.
    Place,
    /// SERP feature.
    SerpFeature,
    /// Naive Bayes classifier trained on the queries of this input that the lexicon classifies.
    Learned,
    /// Too uncertain.
    Abstained,
}

/// Kind of a volume.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum VolumeSource {
    /// Counted by the search engine.
    Exact,
    /// A tool's estimate.
    Estimate,
    /// A range; the number is its geometric mean.
    Bucket,
    /// Monthly impressions: a lower bound, because only queries for which the site was shown count.
    Impressions,
}

/// Basis of an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ValueBasis {
    /// Leads x value per lead.
    LeadValue,
    /// Cost of the clicks in advertising: a replacement cost, not revenue.
    ReplacementCost,
}

/// Kind of a quick win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WinKind {
    /// Ranks just below the positions with most clicks.
    StrikingDistance,
    /// CTR below the site's curve at that position.
    CtrGap,
    /// Several pages of the site alternate.
    Cannibalisation,
    /// Clicks fell compared with the previous period.
    Decay,
    /// Demand is higher than in the previous period.
    Rising,
    /// A question that a SERP feature could answer.
    Feature,
}

/// A quick win of a keyword.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeywordWin {
    /// Kind.
    pub kind: WinKind,
    /// Description of the observation, with its values.
    pub detail: String,
    /// Monthly value; `None` if a factor is missing.
    pub impact: Option<Money>,
    /// Basis of `impact`; `None` without it. Only the value of leads is income.
    #[serde(default)]
    pub value_basis: Option<ValueBasis>,
    /// Monthly clicks to gain; `None` if unknown.
    pub clicks_gained: Option<Interval>,
    /// Effort, in minutes.
    pub effort_minutes: u32,
    /// Probability that the finding is correct, 0 to 1.
    pub confidence: f64,
}

/// A quick win with its query.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Win {
    /// Index into [`Output::keywords`].
    pub keyword: u32,
    /// The query.
    pub query: String,
    /// Page, if known.
    pub page: Option<String>,
    /// The quick win.
    #[serde(flatten)]
    pub win: KeywordWin,
}

/// Queries that one page can serve.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Cluster {
    /// Index in [`Output::clusters`].
    pub id: u32,
    /// The member with the most demand.
    pub head: String,
    /// Number of queries.
    pub members: u32,
    /// Indices into [`Output::keywords`], head first.
    pub member_ids: Vec<u32>,
    /// Intent of the members that have one (weighted by impressions); `None` when all abstain.
    pub intent: Option<Intent>,
    /// Place the members name.
    pub place: Option<String>,
    /// Page of the site with the most clicks of the cluster.
    pub page: Option<String>,
    /// Monthly search volume with close variants counted once; `None` if unknown for all members.
    pub volume: Option<f64>,
    /// Sum of the monthly search volumes of its members.
    pub volume_upper_bound: Option<f64>,
    /// Clicks in the period.
    pub clicks: f64,
    /// Impressions in the period.
    pub impressions: f64,
    /// Monthly value that the positions within reach add.
    pub value: Option<Money>,
    /// Basis of `value`.
    pub value_basis: Option<ValueBasis>,
    /// What joined the members.
    pub evidence: ClusterEvidence,
}

/// Evidence that joined the members of a cluster.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClusterEvidence {
    /// Kind of evidence.
    pub kind: ClusterEvidenceKind,
    /// Smallest similarity of any two members: results shared of the top 10 / 10, or cosine; 1 for
    /// a cluster of one.
    pub min_similarity: f64,
    /// Description for people.
    pub detail: String,
}

/// Kind of evidence that joined a cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ClusterEvidenceKind {
    /// Common results in their SERPs.
    SerpOverlap,
    /// Similar words and letters.
    Lexical,
    /// Some are similar in meaning only, by a sentence model.
    Meaning,
    /// Close variants of the same words.
    Variants,
    /// The only member.
    Single,
}

/// Sums over the input.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Totals {
    /// Rows given.
    pub rows: u64,
    /// Rows left out.
    pub rejected: u64,
    /// Distinct queries.
    pub queries: u64,
    /// Clusters: the number of pages needed.
    pub clusters: u64,
    /// Clicks in the period.
    pub clicks: f64,
    /// Impressions in the period.
    pub impressions: f64,
    /// Clicks of queries that name the brand.
    pub brand_clicks: f64,
    /// Impressions of queries that name the brand.
    pub brand_impressions: f64,
    /// Monthly search volume with close variants counted once; `None` if unknown.
    pub volume: Option<f64>,
    /// Sum of monthly search volumes; at least `volume`.
    pub volume_upper_bound: Option<f64>,
    /// Queries for which the engine abstains from an intent.
    pub abstained: u64,
    /// Monthly value that all queries add at the positions within reach.
    pub value: Option<Money>,
    /// Basis of `value`.
    pub value_basis: Option<ValueBasis>,
}

/// The CTR curve used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Curve {
    /// Expected clicks / impressions at positions 1 to 20.
    pub points: Vec<CurvePoint>,
    /// Source of the curve.
    pub source: String,
    /// True if the site's own clicks adjusted it.
    pub is_fitted: bool,
}

/// One position of the curve.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CurvePoint {
    /// Position, 1 to 20.
    pub position: u32,
    /// CTR, 0 to 1, after shrinkage.
    pub ctr: f64,
    /// CTR of the published curve.
    pub prior: f64,
    /// The site's own clicks at that position.
    pub clicks: f64,
    /// The site's own impressions at that position.
    pub impressions: f64,
}

/// A factor of the product behind every amount.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Factor {
    /// Name of the factor, such as `conversionRate`.
    pub name: String,
    /// Meaning and unit.
    pub label: String,
    /// Distribution of the draws, such as `Beta(10, 190)`.
    pub distribution: String,
    /// 10 %, 50 %, 90 % quantiles and mean of the draws.
    pub interval: Interval,
    /// Source of the factor.
    pub source: String,
    /// Day of the source, if known.
    pub observed_at: Option<Day>,
    /// True if it is assumed and not measured.
    pub is_assumption: bool,
    /// The parameter that overrides it.
    pub parameter: String,
}

/// Missing data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Need {
    /// Stable identifier, such as `value_per_lead`.
    pub kind: String,
    /// Data to provide and what it would enable.
    pub label: String,
}

/// A rejected row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RejectedRow {
    /// List of the row: `queries`, `previous` or `history`.
    pub list: String,
    /// Index in that list, from 0.
    pub row: u64,
    /// Reason.
    pub reason: String,
}

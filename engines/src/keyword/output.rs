//! What the keyword engine answers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{Day, Insight, Interval, Money};

/// The whole answer of `analyse`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// One result a query, in the order the queries first came.
    pub keywords: Vec<KeywordResult>,
    /// The clusters; `KeywordResult::cluster_id` is an index into them. Most valuable first.
    pub clusters: Vec<Cluster>,
    /// All quick wins, most valuable first.
    pub wins: Vec<Win>,
    /// The findings, ranked; at most `maxInsights`.
    pub insights: Vec<Insight>,
    /// Sums over the input.
    pub totals: Totals,
    /// The CTR curve used.
    pub curve: Curve,
    /// The factors all amounts were made of.
    pub factors: Vec<Factor>,
    /// What is missing and what it would unlock.
    pub needs: Vec<Need>,
    /// Rows that were left out (the first 100; `totals.rejected` counts all).
    pub rejected: Vec<RejectedRow>,
    /// What the reader should know about this run.
    pub notes: Vec<String>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// One query and what was found about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeywordResult {
    /// The query as it was given.
    pub query: String,
    /// NFC, folded case and width, plain punctuation and spaces.
    pub normalised: String,
    /// Close variants have the same key: words stemmed and sorted, without function words.
    pub variant_key: String,
    /// Search intent; `None` if the engine abstains.
    pub intent: Option<Intent>,
    /// Probability of that intent, 0 to 1; of the best guess when it abstains.
    pub intent_confidence: f64,
    /// Where the intent comes from.
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
    /// Clicks / impressions the curve expects at that position.
    pub expected_ctr: Option<f64>,
    /// Monthly search volume; `None` without a keyword tool and impressions.
    pub volume: Option<f64>,
    /// What kind of figure the volume is.
    pub volume_source: Option<VolumeSource>,
    /// CPC, cents.
    pub cpc_cents: Option<f64>,
    /// Page with the most clicks (then impressions).
    pub page: Option<String>,
    /// Quick wins on this query.
    pub wins: Vec<KeywordWin>,
    /// Monthly value at the target position; `None` if a factor is missing.
    pub value: Option<Money>,
    /// What `value` and the wins' `impact` mean.
    pub value_basis: Option<ValueBasis>,
    /// Clicks a month at the target position.
    pub potential_clicks: Option<Interval>,
    /// Where the row comes from.
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
    /// To know something.
    Informational,
    /// To compare before buying.
    Commercial,
    /// To buy or book now.
    Transactional,
    /// To reach a known site or brand.
    Navigational,
    /// To find a business in a place.
    Local,
}

/// Where an intent comes from.
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
    /// Naive Bayes learned on the queries of this input that the lexicon knows.
    Learned,
    /// Not sure enough to say.
    Abstained,
}

/// What kind of figure a volume is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum VolumeSource {
    /// Counted by the search engine.
    Exact,
    /// A tool's estimate.
    Estimate,
    /// A range; the number is its geometric middle.
    Bucket,
    /// Impressions a month: a lower bound, a search counts only where the site was shown.
    Impressions,
}

/// What an amount means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ValueBasis {
    /// Leads x value per lead.
    LeadValue,
    /// What the clicks would cost in advertising: a replacement cost, not an income.
    ReplacementCost,
}

/// Kind of a quick win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WinKind {
    /// Ranks just below where the clicks are.
    StrikingDistance,
    /// Fewer clicks than the site usually gets at that position.
    CtrGap,
    /// Several pages of the site take turns.
    Cannibalisation,
    /// Clicks fell against the period before.
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
    /// Money a month; `None` when a factor is missing.
    pub impact: Option<Money>,
    /// Monthly clicks to gain; `None` if unknown.
    pub clicks_gained: Option<Interval>,
    /// Work, minutes.
    pub effort_minutes: u32,
    /// Probability that the finding holds, 0 to 1.
    pub confidence: f64,
}

/// A quick win with the query it is about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Win {
    /// Index into [`Output::keywords`].
    pub keyword: u32,
    /// The query.
    pub query: String,
    /// The page, where known.
    pub page: Option<String>,
    /// The win itself.
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
    /// Page of the site that takes most clicks of the cluster.
    pub page: Option<String>,
    /// Monthly search volume with close variants counted once; `None` if unknown for all members.
    pub volume: Option<f64>,
    /// Sum of the monthly search volumes of its members.
    pub volume_upper_bound: Option<f64>,
    /// Clicks in the period.
    pub clicks: f64,
    /// Impressions in the period.
    pub impressions: f64,
    /// Monthly value at the target position.
    pub value: Option<Money>,
    /// What `value` means.
    pub value_basis: Option<ValueBasis>,
    /// What joined the members.
    pub evidence: ClusterEvidence,
}

/// What joined the members of a cluster.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClusterEvidence {
    /// Kind of evidence.
    pub kind: ClusterEvidenceKind,
    /// Smallest similarity of any two members: results shared of the top 10 / 10, or cosine; 1 for
    /// a cluster of one.
    pub min_similarity: f64,
    /// A sentence for people.
    pub detail: String,
}

/// Kind of evidence that joined a cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ClusterEvidenceKind {
    /// The same results rank for them.
    SerpOverlap,
    /// Similar words and letters.
    Lexical,
    /// Some are similar in meaning only, by a sentence model.
    Meaning,
    /// Spellings of the same words.
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
    /// Clusters: the pages needed.
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
    /// Queries whose intent the engine abstains from.
    pub abstained: u64,
    /// Monthly value of all queries at their target positions.
    pub value: Option<Money>,
    /// What `value` means.
    pub value_basis: Option<ValueBasis>,
}

/// The CTR curve used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Curve {
    /// Expected clicks / impressions at positions 1 to 20.
    pub points: Vec<CurvePoint>,
    /// Where it comes from.
    pub source: String,
    /// True when the site's own clicks moved it.
    pub is_fitted: bool,
}

/// One position of the curve.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CurvePoint {
    /// Position, 1 to 20.
    pub position: u32,
    /// Share of clicks, 0 to 1, after shrinkage.
    pub ctr: f64,
    /// Share of clicks of the published curve.
    pub prior: f64,
    /// The site's own clicks at that position.
    pub clicks: f64,
    /// The site's own impressions at that position.
    pub impressions: f64,
}

/// One factor of the product behind every amount.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Factor {
    /// Name of the factor, such as `conversionRate`.
    pub name: String,
    /// What it means, with its unit.
    pub label: String,
    /// Distribution the draws come from, such as `Beta(10, 190)`.
    pub distribution: String,
    /// 10 %, 50 %, 90 % points and mean of the draws.
    pub interval: Interval,
    /// Where it comes from.
    pub source: String,
    /// Day of the source, where known.
    pub observed_at: Option<Day>,
    /// True if it is assumed and not measured.
    pub is_assumption: bool,
    /// The parameter that overrides it.
    pub parameter: String,
}

/// A figure or file that is missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Need {
    /// Stable word, such as `value_per_lead`.
    pub kind: String,
    /// What to bring and what it would unlock.
    pub label: String,
}

/// A row that was left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RejectedRow {
    /// Which list the row is in: `queries`, `previous` or `history`.
    pub list: String,
    /// Index in that list, from 0.
    pub row: u64,
    /// Why.
    pub reason: String,
}

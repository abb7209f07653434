//! Keyword engine: which keywords are valuable and within reach, and how many pages do they need?
//!
//! [`analyse()`] runs the full analysis: it normalises queries, classifies their intent or abstains, clusters them by
//! page, fits the site's CTR curve, finds six kinds of quick wins by tests adjusted for multiple comparisons, and
//! computes their values as products of distributions. [`wins()`] returns the quick wins only, [`expand()`] generates
//! keyword ideas from seeds, [`keyphrases()`] finds the key phrases of a text and [`cluster_texts()`] groups short
//! texts. The method card is `docs/engines/keyword.md`.

pub mod actions;
mod analyse;
mod bing;
mod bing_pages;
mod brand;
mod classify;
mod cluster;
mod curve;
mod expand;
mod history;
mod input;
mod insight;
mod intent;
mod key;
mod keyphrase;
mod money;
mod notes;
mod output;
mod params;
mod rows;
mod short_text;
mod target;
mod texts;
mod volume;
mod wins;
mod wins_only;

pub use analyse::analyse;
pub use bing::{BingQueries, BingQuery, BingReport, BingRow};
pub use bing_pages::{BingPage, BingPageReport, BingPageRow, BingPages};
pub(crate) use brand::Brand;
pub use expand::{Candidate, ExpandInput, ExpandOutput, expand};
pub use history::{History, HistoryLine, HistoryRow, Name};
pub use input::{Input, PreviousPeriod, PreviousRow, QueryRow, Site, Volume, VolumeField};
pub use keyphrase::keyphrases;
pub use output::{
    Cluster, ClusterEvidence, ClusterEvidenceKind, Curve, CurvePoint, Factor, Intent, IntentSource, KeywordResult,
    KeywordWin, Need, Output, RejectedRow, Totals, ValueBasis, VolumeSource, Win, WinKind,
};
pub use params::{Checked, CtrCurveChoice, Parameters, parameters_schema};
pub(crate) use rows::Entry;
pub use rows::{MAX_QUERY_CHARACTERS, MAX_ROWS};
pub use short_text::cluster_texts;
pub use texts::{TextGroup, TextsInput, TextsOutput, group_texts};
pub use wins_only::{WinsOutput, wins};

/// Name of the method.
pub const METHOD: &str = "keyword: lexicon and naive Bayes intents, complete-linkage clusters, exact tests with false discovery control, product of distributions";
/// Version of the method; it changes with any change of the results.
pub const METHOD_VERSION: &str = "keyword-1.7.0";
/// What findings of the engine are signed with.
const SIGNATURE: crate::common::Signature =
    crate::common::Signature { engine: crate::common::EngineId::Keyword, method: METHOD, version: METHOD_VERSION };

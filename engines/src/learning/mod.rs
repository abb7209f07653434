//! Learning engine: how accurate were the forecasts, and which assumptions were wrong?
//!
//! The method card is `docs/engines/learning.md`.

pub mod actions;
mod bandit;
mod calibrate;
mod curves;
mod report;

pub use bandit::Bandit;
pub use calibrate::{CalibrateInput, CalibrateOutput, LEAST_OUTCOMES, calibrate};
pub use curves::{
    ClickCurve, ClickPoint, ClickRow, CurvesInput, CurvesOutput, LearnedRate, RatePrior, RateRow, curves,
};
pub use report::{
    ChampionDecision, Drift, IntervalScores, LEAST_DUE, LedgerEntry, ModelWeight, ProbabilityScores, ReliabilityBin,
    ReportInput, ReportOutput, VersionDecision, VersionScore, report,
};

/// Name of the method.
pub const METHOD: &str =
    "learning: cross-validated calibration, bandit of averaged models, empirical Bayes, scored ledger";
/// Version of the method; it changes with any change of the results.
pub const METHOD_VERSION: &str = "learning-1.2.0";
/// What findings of the engine are signed with.
const SIGNATURE: crate::common::Signature =
    crate::common::Signature { engine: crate::common::EngineId::Learning, method: METHOD, version: METHOD_VERSION };

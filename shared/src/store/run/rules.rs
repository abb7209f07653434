//! What the end of each kind's runs means for other records: one line a kind, its rules are its aggregate's.

use crate::{
    domain::{plan::PlanStatus, run::RunKind},
    store::{
        effect::{NoRules, RunRules},
        engine::EngineRun,
        import::ImportRun,
        plan::PlanRun,
    },
};

/// Returns the rules of a kind.
pub(super) fn rules(kind: RunKind) -> &'static dyn RunRules {
    match kind {
        RunKind::Engine => &EngineRun,
        RunKind::Import => &ImportRun,
        RunKind::Plan => &PlanRun { unsuccessful: PlanStatus::Blocked },
        RunKind::Apply | RunKind::Undo => &PlanRun { unsuccessful: PlanStatus::Halted },
        RunKind::Batch
        | RunKind::Experiment
        | RunKind::ImportPreview
        | RunKind::ImportUndo
        | RunKind::Probe
        | RunKind::Theme => &NoRules,
    }
}

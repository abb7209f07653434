//! Rules for the end of runs by kind; each kind's rules belong to its aggregate.

use crate::{
    domain::{plan::PlanStatus, run::RunKind},
    store::{
        connection::ConnectionTest,
        crawl::CrawlRun,
        effect::{NoRules, RunRules},
        engine::EngineRun,
        import::ImportRun,
        plan::PlanRun,
        sync::SyncRun,
    },
};

/// Returns the rules of a kind.
pub(super) fn rules(kind: RunKind) -> &'static dyn RunRules {
    match kind {
        RunKind::ConnectionTest => &ConnectionTest,
        RunKind::Engine => &EngineRun,
        RunKind::Import | RunKind::RankCheck => &ImportRun,
        RunKind::Crawl => &CrawlRun,
        RunKind::Sync => &SyncRun,
        RunKind::Plan => &PlanRun { unsuccessful: PlanStatus::Blocked },
        RunKind::Apply | RunKind::Undo => &PlanRun { unsuccessful: PlanStatus::Halted },
        RunKind::AnswerCheck
        | RunKind::Batch
        | RunKind::DocumentCompose
        | RunKind::Experiment
        | RunKind::ImportPreview
        | RunKind::ImportUndo
        | RunKind::Probe
        | RunKind::Theme => &NoRules,
    }
}

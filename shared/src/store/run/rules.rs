//! Rules for the end of runs by kind; each kind's rules belong to its aggregate.

use crate::{
    domain::{plan::PlanStatus, run::RunKind},
    store::{
        campaign::CampaignRun,
        connection::ConnectionTest,
        crawl::CrawlRun,
        deployment::DeploymentBatch,
        edit::EditRun,
        effect::{NoRules, RunRules},
        engine::EngineRun,
        import::ImportRun,
        plan::PlanRun,
        site::SiteRun,
        sync::SyncRun,
    },
};

/// Returns the rules of a kind.
pub(super) fn rules(kind: RunKind) -> &'static dyn RunRules {
    match kind {
        RunKind::ConnectionTest => &ConnectionTest,
        RunKind::Engine => &EngineRun,
        RunKind::Import | RunKind::KeywordData | RunKind::RankCheck => &ImportRun,
        RunKind::Crawl => &CrawlRun,
        RunKind::Sync => &SyncRun,
        RunKind::Plan => &PlanRun { unsuccessful: PlanStatus::Blocked },
        RunKind::Apply | RunKind::Undo => &PlanRun { unsuccessful: PlanStatus::Halted },
        RunKind::Campaign => &CampaignRun,
        RunKind::Batch => &DeploymentBatch,
        RunKind::SiteBuild | RunKind::SiteDeploy => &SiteRun,
        RunKind::Edit => &EditRun,
        RunKind::AnswerCheck
        | RunKind::DocumentCompose
        | RunKind::DocumentDraft
        | RunKind::Experiment
        | RunKind::ImportPreview
        | RunKind::ImportUndo
        | RunKind::PageAudit
        | RunKind::Probe
        | RunKind::RankDigest
        | RunKind::Report
        | RunKind::Theme => &NoRules,
    }
}

//! Runs: a file for each kind, which loads, computes and returns what to store. No formula is here.
//!
//! Lanes, attempts and time-outs are in [`RunKind::policy`].

mod answer_check;
mod campaign;
mod connection_test;
mod crawl;
mod document_compose;
mod document_draft;
pub(crate) mod done;
mod edit;
mod engine;
mod experiment;
mod import;
mod import_preview;
mod import_undo;
mod keyword_data;
mod page_audit;
mod plan;
mod probe;
mod rank_check;
mod rank_digest;
mod report;
mod site_build;
mod site_deploy;
mod sync;
mod theme;

use done::Done;
use shared::domain::run::RunKind;

use crate::{context::RunContext, error::JobError};

/// Runs the handler of the run's kind.
pub(crate) async fn handle(context: &RunContext) -> Result<Done, JobError> {
    match context.run.kind {
        RunKind::AnswerCheck => answer_check::run(context).await,
        RunKind::Campaign => campaign::run(context).await,
        RunKind::ConnectionTest => connection_test::run(context).await,
        RunKind::DocumentCompose => document_compose::run(context).await,
        RunKind::DocumentDraft => document_draft::run(context).await,
        RunKind::Edit => edit::run(context).await,
        RunKind::Engine => engine::run(context).await,
        RunKind::Experiment => experiment::run(context).await,
        RunKind::Import => import::run(context).await,
        RunKind::ImportPreview => import_preview::run(context).await,
        RunKind::ImportUndo => import_undo::run(context).await,
        RunKind::Crawl => crawl::run(context).await,
        RunKind::Sync => sync::run(context).await,
        RunKind::RankCheck => rank_check::run(context).await,
        RunKind::KeywordData => keyword_data::run(context).await,
        RunKind::RankDigest => rank_digest::run(context).await,
        RunKind::Report => report::run(context).await,
        RunKind::PageAudit => page_audit::run(context).await,
        RunKind::SiteBuild => site_build::run(context).await,
        RunKind::SiteDeploy => site_deploy::run(context).await,
        RunKind::Theme => theme::run(context).await,
        RunKind::Plan => plan::prepare::run(context).await,
        RunKind::Apply => plan::apply::run(context).await,
        RunKind::Undo => plan::undo::run(context).await,
        RunKind::Probe => probe::run(context).await,
        RunKind::Batch => Err(JobError::permanent("no-children", "A batch needs at least one child.")),
    }
}

//! Other events on the pages of an experiment.

use chrono::Days;
use engines::common::Update;
use shared::{
    domain::{
        annotation::{Annotation, AnnotationKind},
        experiment::{Arm, Experiment, ExperimentUnit},
    },
    store::annotation,
};

use super::{
    day,
    figures::{Scope, is_same, last_planned},
};
use crate::{context::RunContext, error::JobError};

/// Days before the start in which other changes count.
const DAYS_AROUND: u64 = 3;

/// Days before the start from which a page's own change makes it unsuitable as a control.
const DAYS_BEFORE: u64 = 90;

/// Returns pages in the change log within the compared days.
pub(in crate::runs) async fn changed_pages(
    context: &RunContext, scope: Scope, arm: &Arm,
) -> Result<Vec<String>, JobError> {
    let from = scope.start.checked_sub_days(Days::new(DAYS_BEFORE)).unwrap_or(scope.start);
    let filter = annotation::Filter {
        website_id: Some(arm.website_id),
        from: Some(from),
        to: Some(scope.last),
        ..annotation::Filter::default()
    };
    let noted = annotation::list(&context.db, context.run.workspace_id, &filter, 1_000).await?.items;
    Ok(noted.into_iter().flat_map(|note| note.pages.0).collect())
}

/// Returns search engine updates, and other changes that affect the targets.
pub(super) async fn updates(context: &RunContext, tried: &Experiment, arm: &Arm) -> Result<Vec<Update>, JobError> {
    let start = tried.starts_on;
    let from = start.checked_sub_days(Days::new(DAYS_AROUND)).unwrap_or(start);
    let filter = annotation::Filter {
        website_id: Some(arm.website_id),
        from: Some(from),
        to: Some(last_planned(tried, start)),
        ..annotation::Filter::default()
    };
    let noted = annotation::list(&context.db, context.run.workspace_id, &filter, 1_000).await?.items;
    let touching = noted.iter().filter(|note| Some(note.id) != tried.annotation_id && touches(note, tried, arm));
    touching.map(|note| Ok(Update { name: note.title.clone(), from: day(note.day)?, to: None })).collect()
}

fn touches(note: &Annotation, tried: &Experiment, arm: &Arm) -> bool {
    note.kind == AnnotationKind::GoogleUpdate
        || tried.unit != ExperimentUnit::Page
        || note.pages.is_empty()
        || note.pages.iter().any(|page| arm.targets.iter().any(|target| is_same(page, target) || is_same(target, page)))
}

//! Loads daily visits of an experiment.

use chrono::NaiveDate;
use shared::{
    domain::{
        experiment::{Arm, ExperimentMetric, ExperimentUnit},
        visit::{Channel, VisitDay},
        website::WebsiteKind,
    },
    store::{visit, website},
};
use uuid::Uuid;

use super::figures::{Row, Scope};
use crate::{context::RunContext, error::JobError};

/// Maximum number of pages, those on which the most visits began.
const MOST_PAGES: i64 = 5_000;

/// Loads visits, conversions or visits from AI assistants by first page, or by website, of all complete days.
pub(super) async fn load(context: &RunContext, scope: Scope, arm: &Arm) -> Result<Vec<Row>, JobError> {
    match scope.unit {
        ExperimentUnit::Page => pages(context, scope.metric, arm.website_id).await,
        ExperimentUnit::Site => sites(context, scope.metric, arm.website_id).await,
        ExperimentUnit::Query => Ok(Vec::new()),
    }
}

/// All days before the day of the run, whose visits are not all counted yet.
fn complete(context: &RunContext) -> visit::Days {
    (NaiveDate::default(), context.run.created_at.date_naive().pred_opt().unwrap_or_default())
}

async fn pages(context: &RunContext, metric: ExperimentMetric, website_id: Uuid) -> Result<Vec<Row>, JobError> {
    let (db, workspace_id) = (&context.db, context.run.workspace_id);
    let days = visit::landing_days(db, workspace_id, website_id, complete(context), MOST_PAGES).await?;
    let figure = |day: &visit::LandingDay| match metric {
        ExperimentMetric::Conversions => day.conversions,
        // 0 on a day on which other visits began: the beacon was there.
        ExperimentMetric::AiVisits => day.ai_visits,
        _ => day.visits,
    };
    Ok(days.into_iter().map(|day| (figure(&day), day)).map(|(value, day)| Row::new(day.page, day.day, value)).collect())
}

/// Loads the arm's website, then the workspace's others.
async fn sites(context: &RunContext, metric: ExperimentMetric, own_id: Uuid) -> Result<Vec<Row>, JobError> {
    let (db, workspace_id) = (&context.db, context.run.workspace_id);
    let mut rows = Vec::new();
    for site in website::list(db, workspace_id, None).await? {
        if site.id != own_id && site.kind != WebsiteKind::Own {
            continue;
        }
        let subject = if site.id == own_id { String::new() } else { site.host };
        let days = visit::days(db, workspace_id, site.id, complete(context), None).await?;
        let value = |day: &VisitDay| match metric {
            ExperimentMetric::Conversions => day.counts.conversions,
            ExperimentMetric::AiVisits => 0,
            _ => day.counts.visits,
        };
        rows.extend(days.iter().map(|day| Row::new(subject.clone(), day.day, value(day))));
        if metric == ExperimentMetric::AiVisits {
            // They replace the zeros of the days with any visit, on which the beacon was there.
            let days = visit::days(db, workspace_id, site.id, complete(context), Some(Channel::Ai)).await?;
            rows.extend(days.iter().map(|day| Row::new(subject.clone(), day.day, day.counts.visits)));
        }
    }
    Ok(rows)
}

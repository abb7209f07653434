//! The step of a day of a campaign: decides which markets get a site, and starts their deployment.
//!
//! The step is one transaction of the store. Another attempt after it finds the day done and starts nothing. The reconciler
//! delivers the runs that it starts.

use chrono::NaiveDate;
use engines::local::Parameters;
use markets::{Scan, TargetError};
use serde::Deserialize;
use serde_json::{Value, json};
use shared::{
    domain::{
        campaign::{Campaign, Candidate},
        now,
    },
    store::campaign::{self, Step, StepDone, Stepped},
};
use uuid::Uuid;

use crate::{
    context::RunContext,
    error::JobError,
    runs::{
        done::Done,
        engine::control::{RunControl, engine_error},
    },
};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    campaign_id: Uuid,
    day: NaiveDate,
}

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let Payload { campaign_id, day } = context.payload()?;
    let found = campaign::find(&context.db, context.run.workspace_id, campaign_id).await?;
    let campaign = found.ok_or_else(|| JobError::permanent("campaign-gone", "The campaign was deleted."))?;
    // The day of a run that waited for long has passed; the campaign acts on the day on which it acts.
    let day = day.max(now().date_naive());
    context.progress(5, "markets", "");
    let candidates = candidates(context, &campaign, day).await?;
    context.progress(70, "deciding", "");
    let step = Step {
        run: &context.run,
        campaign_id,
        day,
        candidates: &candidates,
        sites: &context.sites,
        limits: context.workspace,
        metro_of: markets::metro_of,
    };
    let result = match campaign::step(&context.db, &step, now()).await? {
        Stepped::Done(done) => {
            let result = summary(&campaign, day, &done);
            context.publish_stored(done.events);
            result
        }
        Stepped::Before => nothing(&campaign, day, "The step of this day was done before."),
        Stepped::Killed => nothing(&campaign, day, "The kill switch is on."),
        Stepped::NotActive => nothing(&campaign, day, "The campaign is not active."),
        Stepped::Gone => return Err(JobError::permanent("campaign-gone", "The campaign was deleted.")),
    };
    Ok(Done { result, effects: Vec::new() })
}

/// Returns the candidates of a day: with the figures of the latest scan where it lists them.
async fn candidates(context: &RunContext, campaign: &Campaign, day: NaiveDate) -> Result<Vec<Candidate>, JobError> {
    let workspace_id = campaign.workspace_id;
    let own = markets::own(&context.db, workspace_id).await?;
    let targets = campaign.targets.0.clone();
    let mut all = context
        .compute(move |context| {
            let params = Parameters::default().check().map_err(|error| engine_error(&error))?;
            markets::pool(&own, &targets, markets::day(day), &params, &RunControl(&context))
                .map_err(|error| named(&error))
        })
        .await?;
    let scans = markets::scans(&context.db, workspace_id).await?;
    if let Some(scan) = Scan::of_day(&scans, day) {
        markets::known(&context.db, workspace_id, scan, &mut all).await?;
    }
    Ok(markets::select(&campaign.targets.0, all))
}

fn named(error: &TargetError) -> JobError {
    match error {
        TargetError::Engine(error) => engine_error(error),
        TargetError::Unknown(all) => {
            let reasons: Vec<&str> = all.iter().take(3).map(|(_, _, reason)| reason.as_str()).collect();
            let detail = format!("Markets of the campaign do not exist: {}. Change its markets.", reasons.join("; "));
            JobError::permanent("markets-unknown", detail)
        }
    }
}

fn summary(campaign: &Campaign, day: NaiveDate, done: &StepDone) -> Value {
    json!({
        "campaignId": campaign.id, "day": day, "sites": done.sites, "spentCents": done.spent_cents,
        "deploymentId": done.deployment_id, "decisions": done.decisions, "moreDecisions": done.more,
        "stoppedBy": done.stop,
    })
}

fn nothing(campaign: &Campaign, day: NaiveDate, reason: &str) -> Value {
    json!({ "campaignId": campaign.id, "day": day, "sites": 0, "spentCents": 0, "note": reason })
}

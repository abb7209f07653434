//! Converts the requested actions to checked steps, simulated on a copy of the records.

use engines::{
    common::Day,
    execution::{Parameters, Plan, PlanInput, Request, Risk, plan},
};
use serde_json::{Value, json};
use shared::{
    domain::plan::PlanStatus,
    store::plan::{NewStep, PlannedSteps},
};

use super::{Payload, perform::sites, records, refusal::Refusal, standing};
use crate::{
    context::RunContext,
    error::JobError,
    runs::done::Done,
    runs::engine::{
        control::{RunControl, engine_error},
        found::json_of,
    },
};

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let Payload { plan_id, .. } = context.payload()?;
    let found = standing::load(context, plan_id).await?.plan;
    let requests: Vec<Request> =
        serde_json::from_value(Value::Array(found.requests.0)).map_err(|error| JobError::defect(&error))?;
    let input = PlanInput {
        plan_id: plan_id.to_string(),
        as_of: Day::parse(&context.run.created_at.date_naive().to_string()),
        sites: sites(read(context, &requests).await?),
        requests,
        ..PlanInput::default()
    };
    let limits = Parameters::default().check().map_err(|error| engine_error(&error))?;
    let answer = plan(&input, &limits, &RunControl(context)).map_err(|error| engine_error(&error))?;
    let planned = planned(plan_id, &answer)?;
    let result = json!({"planId": plan_id, "steps": answer.steps.len(), "blocked": answer.blocked.len()});
    Ok(Done { result, effects: vec![planned.into()] })
}

/// Loads the current records of the requests.
async fn read(context: &RunContext, requests: &[Request]) -> Result<Vec<(String, Option<String>)>, JobError> {
    let mut tx = context.db.begin().await?;
    let mut found = Vec::new();
    for key in requests.iter().filter_map(|request| request.action.record()) {
        let text = match records::read(&mut tx, context.run.workspace_id, &key).await {
            Ok(text) => text,
            Err(Refusal::Unmet(_)) => None,
            Err(Refusal::Run(error)) => return Err(error),
        };
        found.push((key, text));
    }
    Ok(found)
}

fn planned(id: uuid::Uuid, answer: &Plan) -> Result<PlannedSteps, JobError> {
    let steps = answer.steps.iter().map(|step| {
        Ok(NewStep { step_id: step.id.clone(), idempotency_key: step.idempotency_key.clone(), body: json_of(step)? })
    });
    let needing = answer.steps.iter().filter(|step| step.risk != Risk::SafeAuto).count();
    let (status, detail) = match (answer.steps.len(), needing) {
        (0, _) => (PlanStatus::Blocked, "No step can be executed.".to_owned()),
        (_, 0) => (PlanStatus::Waiting, "No step needs approval.".to_owned()),
        (all, needing) => (PlanStatus::Waiting, format!("{needing} of {all} steps need approval.")),
    };
    let blocked = answer.blocked.iter().map(json_of).collect::<Result<_, _>>()?;
    Ok(PlannedSteps { id, steps: steps.collect::<Result<_, JobError>>()?, blocked, status, detail })
}

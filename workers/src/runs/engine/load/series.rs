//! Daily figures.

use chrono::NaiveDate;
use engines::command::Body;
use serde_json::{Value, json};
use shared::{
    domain::{daily::SiteDay, website::WebsiteKind},
    store::{daily, website},
};

use crate::{context::RunContext, error::JobError};

/// Other websites that are looked at.
const MOST_OTHERS: usize = 20;

/// The run's website day by day.
async fn site_days(context: &RunContext) -> Result<Vec<SiteDay>, JobError> {
    match context.run.website_id {
        Some(id) => Ok(daily::daily(&context.db, context.run.workspace_id, id).await?),
        None => Ok(Vec::new()),
    }
}

/// The first and the last of its days; `None` where nothing is known by day.
pub(super) async fn span(context: &RunContext) -> Result<Option<(NaiveDate, NaiveDate)>, JobError> {
    let days = site_days(context).await?;
    let known = || days.iter().filter_map(|day| day.day.parse().ok());
    Ok(known().min().zip(known().max()))
}

/// Its days as `days: [{date, clicks, impressions}]`.
pub(super) async fn days(context: &RunContext, case: &mut Body) -> Result<(), JobError> {
    let days = site_days(context).await?;
    let rows = days
        .iter()
        .map(|day| json!({"date": day.day, "clicks": day.figures.clicks, "impressions": day.figures.impressions}));
    case.insert("days".into(), rows.collect());
    Ok(())
}

/// Clicks of every day from the first to the last; a day that the export left out is missing.
#[derive(Debug)]
pub(super) struct Clicks {
    pub(super) first: NaiveDate,
    pub(super) y: Vec<Option<i64>>,
}

/// The clicks of the run's website; `None` where nothing is known by day.
pub(super) async fn clicks(context: &RunContext) -> Result<Option<Clicks>, JobError> {
    let days = site_days(context).await?;
    Ok(dense(days.iter().filter_map(|day| Some((day.day.parse().ok()?, day.figures.clicks)))))
}

/// A row for each day.
pub(super) fn dense(days: impl Iterator<Item = (NaiveDate, i64)>) -> Option<Clicks> {
    let known: std::collections::BTreeMap<NaiveDate, i64> = days.collect();
    let (first, last) = (*known.keys().next()?, *known.keys().next_back()?);
    let y = first.iter_days().take_while(|day| *day <= last).map(|day| known.get(&day).copied()).collect();
    Some(Clicks { first, y })
}

/// The case of the pattern engine: dated clicks for its change points, plain ones for its plain tasks.
pub(super) async fn pattern(context: &RunContext, action: &str, given: &Body, case: &mut Body) -> Result<(), JobError> {
    if ["series", "y", "transactions", "rows", "daily"].iter().any(|field| given.contains_key(*field)) {
        return Ok(());
    }
    match action {
        "change-points" => {
            super::base(context, case, true).await?;
            case.insert("metric".into(), json!("clicks"));
            case.insert("updates".into(), json!(super::changes::updates(context).await?));
            let days = site_days(context).await?;
            case.insert("daily".into(), days.iter().map(dated).collect());
            case.insert("others".into(), json!(others(context).await?));
        }
        "decompose" | "anomalies" => {
            let clicks = clicks(context).await?;
            case.insert(if action == "decompose" { "period" } else { "season" }.into(), json!(7));
            case.insert("firstDay".into(), json!(clicks.as_ref().map(|clicks| clicks.first)));
            case.insert("y".into(), clicks.map_or_else(|| json!([]), |clicks| json!(clicks.y)));
        }
        "attribute" => super::periods::attribute(context, given, case).await?,
        "rules" => super::periods::rules(context, given, case).await?,
        _ => {}
    }
    Ok(())
}

/// The series that an action of the pattern engine counts its steps on, as `{firstDay, values}`: whoever reads the answer
/// later sees what it is about. `None` for other actions, and for several series together.
pub(in super::super) fn given(action: &str, case: &Body) -> Option<Value> {
    let values = match action {
        "decompose" | "anomalies" => case.get("y")?.clone(),
        "change-points" => match (case.get("series"), case.get("daily")) {
            (Some(Value::Array(series)), _) if series.len() == 1 => series[0].clone(),
            (None, Some(Value::Array(days))) => return whole_days(days),
            _ => return None,
        },
        _ => return None,
    };
    Some(json!({"firstDay": case.get("firstDay"), "values": values}))
}

/// Dated figures as a row for each day.
fn whole_days(days: &[Value]) -> Option<Value> {
    let known: std::collections::BTreeMap<NaiveDate, &Value> =
        days.iter().filter_map(|day| Some((day["date"].as_str()?.parse().ok()?, &day["value"]))).collect();
    let (first, last) = (*known.keys().next()?, *known.keys().next_back()?);
    let values = first.iter_days().take_while(|day| *day <= last).map(|day| known.get(&day).copied());
    Some(json!({"firstDay": first, "values": values.collect::<Vec<_>>()}))
}

fn dated(day: &SiteDay) -> Value {
    json!({"date": day.day, "value": day.figures.clicks})
}

/// The days of the workspace's other websites, to tell what moved everybody.
async fn others(context: &RunContext) -> Result<Vec<Value>, JobError> {
    let workspace_id = context.run.workspace_id;
    let mut found = Vec::new();
    for site in website::list(&context.db, workspace_id, None).await? {
        let is_another = Some(site.id) != context.run.website_id && site.kind == WebsiteKind::Own;
        if !is_another || site.last_import_at.is_none() || found.len() == MOST_OTHERS {
            continue;
        }
        let days = daily::daily(&context.db, workspace_id, site.id).await?;
        if !days.is_empty() {
            found.push(json!({"site": site.host, "daily": days.iter().map(dated).collect::<Vec<_>>()}));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_carries_the_series_that_it_counts_its_steps_on() {
        let case = |case: Value| case.as_object().cloned().unwrap_or_default();
        let plain = case(json!({"y": [1, null, 3], "firstDay": "2026-01-01", "period": 7}));
        assert_eq!(given("decompose", &plain), Some(json!({"firstDay": "2026-01-01", "values": [1, null, 3]})));
        let days = json!([{"date": "2026-01-01", "value": 4}, {"date": "2026-01-03", "value": 6}]);
        let dated = given("change-points", &case(json!({"daily": days})));
        assert_eq!(dated, Some(json!({"firstDay": "2026-01-01", "values": [4, null, 6]})));
        let own = given("change-points", &case(json!({"series": [[1, 2]], "daily": days})));
        assert_eq!(own, Some(json!({"firstDay": null, "values": [1, 2]})));
        assert_eq!(given("change-points", &case(json!({"series": [[1], [2]]}))), None);
        assert_eq!(given("rules", &case(json!({"transactions": []}))), None);
    }

    #[test]
    fn days_that_are_missing_stay_missing() {
        let day = |text: &str| text.parse().expect("day");
        let clicks = dense([(day("2026-02-28"), 3), (day("2026-03-02"), 5)].into_iter()).expect("days");
        assert_eq!(clicks.first, day("2026-02-28"));
        assert_eq!(clicks.y, [Some(3), None, Some(5)]);
        assert!(dense(std::iter::empty()).is_none());
    }
}

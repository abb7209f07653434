//! What was changed on the website, beside its clicks.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use engines::command::Body;
use serde_json::{Value, json};
use shared::{
    domain::{
        annotation::{Annotation, AnnotationKind},
        experiment::{Arm, ExperimentMetric, ExperimentUnit},
    },
    store::{annotation, daily},
};

use super::{
    as_of,
    series::{clicks, dense},
};
use crate::{
    context::RunContext,
    error::JobError,
    runs::experiment::{
        figures::{self, Scope, is_same},
        others,
    },
};

/// Pages that an experiment looks at.
const MOST_PAGES: i64 = 500;
/// Fake changes tried before the real one, to see whether effects show where there is none.
const PLACEBOS: u32 = 8;
/// Days after a change that its power is asked for.
const DAYS_AFTER: u32 = 28;

/// The case of the causal engine: the clicks of the site or of its pages, and the newest change that was noted.
pub(super) async fn causal(context: &RunContext, action: &str, given: &Body, case: &mut Body) -> Result<(), JobError> {
    let is_given = ["y", "rows", "csv", "t", "pages", "sites"].iter().any(|field| given.contains_key(*field));
    if is_given {
        return Ok(());
    }
    match action {
        "impact" => impact(context, given, case).await,
        "power" => {
            case.insert("post_steps".into(), json!(DAYS_AFTER));
            let y = clicks(context).await?.map_or_else(|| json!([]), |clicks| json!(clicks.y));
            case.insert("y".into(), y);
            Ok(())
        }
        "experiment" => experiment(context, case).await,
        _ => Ok(()),
    }
}

/// The change is the one that is asked for, or else the newest that was noted; only a noted one has a name.
async fn impact(context: &RunContext, given: &Body, case: &mut Body) -> Result<(), JobError> {
    case.insert("asOf".into(), as_of(context));
    let (own, updates) = changes(context).await?;
    case.insert("updates".into(), json!(updates));
    let is_asked = ["change", "pre", "post"].iter().any(|field| given.contains_key(*field));
    let asked = given.get("change").and_then(Value::as_str);
    let noted = if is_asked { own.iter().rev().find(|change| asked == Some(change.day.as_str())) } else { own.last() };
    if let Some(change) = noted {
        case.insert("change".into(), json!(change.day));
        case.insert("label".into(), json!(change.title));
    }
    case.insert("parameters".into(), json!({"placebos": PLACEBOS}));
    if let Some(change) = noted
        && measured(context, change, &own, case).await?
    {
        return Ok(());
    }
    if let Some(clicks) = clicks(context).await? {
        case.insert("firstDay".into(), json!(clicks.first));
        case.insert("y".into(), json!(clicks.y));
    }
    Ok(())
}

/// The clicks of the pages that a noted change names, up to the next change of them, with those of pages that were not
/// changed as controls, as an experiment on it has them; for new titles, what was usual at the positions that they had is
/// a control too. False where the days of its pages are not known.
async fn measured(
    context: &RunContext, change: &Annotation, all: &[Annotation], case: &mut Body,
) -> Result<bool, JobError> {
    let (Some(website_id), Ok(start)) = (context.run.website_id, change.day.parse::<NaiveDate>()) else {
        return Ok(false);
    };
    let is_site = change.pages.is_empty();
    let is_title = change.kind == AnnotationKind::Title && !is_site;
    let scope = Scope {
        unit: if is_site { ExperimentUnit::Site } else { ExperimentUnit::Page },
        metric: if is_title { ExperimentMetric::ClicksAtPosition } else { ExperimentMetric::Clicks },
        is_split: false,
        start,
        last: last_alone(change, all, context.run.created_at.date_naive()),
    };
    let arm = Arm { website_id, targets: change.pages.0.clone(), ..Arm::default() };
    let mut figures = figures::load(context, scope, &arm).await?;
    figures.leave_out(others::changed_pages(context, scope, &arm).await?);
    let found = figures.case(scope, &arm, String::new(), Vec::new())?;
    if figures.counts(scope.unit, &arm).0 == 0 || found.y.is_empty() {
        return Ok(false);
    }
    case.insert("firstDay".into(), json!(found.first_day));
    case.insert("y".into(), json!(found.y));
    case.insert("x".into(), json!(found.x));
    Ok(true)
}

/// The last day before the next change of the same pages; today where there is none.
fn last_alone(change: &Annotation, all: &[Annotation], today: NaiveDate) -> NaiveDate {
    let is_own = |page: &String| change.pages.iter().any(|own| is_same(own, page) || is_same(page, own));
    let touches =
        |other: &&Annotation| other.pages.is_empty() || change.pages.is_empty() || other.pages.iter().any(is_own);
    let next = all.iter().filter(|other| other.day > change.day).filter(touches).map(|other| &other.day).min();
    next.and_then(|day| day.parse::<NaiveDate>().ok()?.pred_opt()).unwrap_or(today)
}

/// The pages' clicks over the days that all share; those that the newest change names are treated.
async fn experiment(context: &RunContext, case: &mut Body) -> Result<(), JobError> {
    case.insert("asOf".into(), as_of(context));
    let Some(website_id) = context.run.website_id else { return Ok(()) };
    let rows = daily::daily_pages(&context.db, context.run.workspace_id, website_id, MOST_PAGES).await?;
    let parsed = rows.iter().filter_map(|row| Some((row, row.day.parse::<NaiveDate>().ok()?)));
    let (Some(first), Some(last)) =
        (parsed.clone().map(|(_, day)| day).min(), parsed.clone().map(|(_, day)| day).max())
    else {
        return Ok(());
    };
    let (own, updates) = changes(context).await?;
    let change = own.iter().rev().find(|change| !change.pages.is_empty());
    let mut pages: BTreeMap<&str, Vec<(NaiveDate, i64)>> = BTreeMap::new();
    for (row, day) in parsed {
        pages.entry(&row.page).or_default().push((day, row.figures.clicks));
    }
    let pages: Vec<Value> = pages
        .into_iter()
        .filter_map(|(page, days)| {
            // A page without impressions on a day has no row of it: it had no click either.
            let all = first.iter_days().take_while(|day| *day <= last).map(|day| (day, 0)).chain(days);
            let y = dense(all)?.y;
            let treated = change.map(|change| change.pages.iter().any(|changed| changed == page));
            Some(json!({"page": page, "treated": treated, "y": y}))
        })
        .collect();
    case.insert("pages".into(), json!(pages));
    case.insert("firstDay".into(), json!(first));
    case.insert("updates".into(), json!(updates));
    if let Some(change) = change {
        case.insert("label".into(), json!(change.title));
        let step = change.day.parse::<NaiveDate>().ok().map(|day| (day - first).num_days());
        case.insert("change".into(), json!(step.filter(|step| *step > 0)));
    }
    Ok(())
}

/// What moved everybody, as `{name, from}`.
pub(super) async fn updates(context: &RunContext) -> Result<Vec<Value>, JobError> {
    Ok(changes(context).await?.1)
}

/// The changes of the site, oldest first, and what moved everybody as `{name, from, to}`.
async fn changes(context: &RunContext) -> Result<(Vec<Annotation>, Vec<Value>), JobError> {
    let filter = annotation::Filter { website_id: context.run.website_id, ..annotation::Filter::default() };
    let all = annotation::list(&context.db, context.run.workspace_id, &filter, 1_000).await?;
    let (updates, mut own): (Vec<_>, Vec<_>) =
        all.items.into_iter().partition(|change| change.kind == AnnotationKind::GoogleUpdate);
    own.sort_by(|a, b| a.day.cmp(&b.day));
    let updates = updates.iter().map(|update| json!({"name": update.title, "from": update.day})).collect();
    Ok((own, updates))
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use sqlx::types::Json;
    use uuid::Uuid;

    use super::*;

    fn noted(day: &str, pages: &[&str]) -> Annotation {
        Annotation {
            id: Uuid::nil(),
            website_id: None,
            day: day.to_owned(),
            at: None,
            kind: AnnotationKind::Edit,
            title: String::new(),
            detail: String::new(),
            pages: Json(pages.iter().map(|page| (*page).to_owned()).collect()),
            created_by: Uuid::nil(),
            created_at: DateTime::default(),
        }
    }

    #[test]
    fn a_change_is_looked_at_until_its_pages_change_again() {
        let today: NaiveDate = "2026-06-30".parse().expect("a day");
        let change = noted("2026-05-01", &["/a"]);
        let last = |other: Annotation| last_alone(&change, &[change.clone(), other], today).to_string();
        assert_eq!(last(noted("2026-05-20", &["https://x.example/a"])), "2026-05-19", "by path and by address");
        assert_eq!(last(noted("2026-05-20", &[])), "2026-05-19", "the whole site");
        assert_eq!(last(noted("2026-05-20", &["/b"])), "2026-06-30", "another page");
        assert_eq!(last(noted("2026-04-20", &["/a"])), "2026-06-30", "earlier");
    }
}

//! Loads changes of the website with its clicks.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use engines::{
    causal::{
        citations::CitationsInput,
        experiment::{ExperimentInput, Page},
        impact::{ImpactInput, ImpactMetric},
    },
    common::Update,
};
use shared::{
    domain::{
        annotation::{Annotation, AnnotationKind},
        experiment::{Arm, ExperimentMetric, ExperimentUnit},
    },
    store::{annotation, daily},
};

use super::{
    day,
    series::{clicks, dense},
};
use crate::{
    context::RunContext,
    error::JobError,
    runs::experiment::{
        figures::{self, Scope, is_same},
        other_changes,
    },
};

/// Maximum number of pages in an experiment.
const MOST_PAGES: i64 = 500;
/// Loads the change and its series: the requested change, otherwise the latest recorded one; only a recorded change has
/// a name.
pub(super) async fn impact(context: &RunContext, input: &mut ImpactInput) -> Result<(), JobError> {
    load_impact(context, input).await?;
    name_metric(input);
    Ok(())
}

async fn load_impact(context: &RunContext, input: &mut ImpactInput) -> Result<(), JobError> {
    let (own, updates) = changes(context).await?;
    if input.updates.is_empty() {
        input.updates = updates;
    }
    let is_asked = input.change.is_some() || input.pre.is_some() || input.post.is_some();
    let noted = if is_asked {
        own.iter().rev().find(|change| input.change.is_some() && input.change == day(change.day))
    } else {
        own.last()
    };
    if let Some(change) = noted {
        input.change = day(change.day);
        input.label.get_or_insert_with(|| change.title.clone());
        if measured(context, change, &own, input).await? {
            return Ok(());
        }
    }
    if input.metric != ImpactMetric::Clicks {
        return whole_site(context, input).await;
    }
    if let Some(clicks) = clicks(context).await? {
        input.first_day = day(clicks.first);
        input.y = clicks.y;
    }
    Ok(())
}

/// Names the metric: other metrics than clicks with the change, so that each has a finding of its own.
fn name_metric(input: &mut ImpactInput) {
    let (name, unit) = match input.metric {
        ImpactMetric::Clicks => ("", "clicks"),
        ImpactMetric::Impressions => ("Impressions", "impressions"),
        ImpactMetric::Visits => ("Visits", "visits"),
        ImpactMetric::Conversions => ("Conversions", "conversions"),
        ImpactMetric::AiVisits => ("Visits from AI assistants", "visits from AI assistants"),
    };
    input.unit = Some(unit.to_owned());
    if name.is_empty() {
        return;
    }
    input.label = Some(format!("{name}: {}", input.label.as_deref().unwrap_or("the change")));
}

const fn metric_of(metric: ImpactMetric) -> ExperimentMetric {
    match metric {
        ImpactMetric::Clicks => ExperimentMetric::Clicks,
        ImpactMetric::Impressions => ExperimentMetric::Impressions,
        ImpactMetric::Visits => ExperimentMetric::Visits,
        ImpactMetric::Conversions => ExperimentMetric::Conversions,
        ImpactMetric::AiVisits => ExperimentMetric::AiVisits,
    }
}

/// Loads the metric of the whole website, with the workspace's other websites as controls.
async fn whole_site(context: &RunContext, input: &mut ImpactInput) -> Result<(), JobError> {
    let Some(website_id) = context.run.website_id else { return Ok(()) };
    let today = context.run.created_at.date_naive();
    let scope = Scope {
        unit: ExperimentUnit::Site,
        metric: metric_of(input.metric),
        is_split: false,
        start: today,
        last: today,
    };
    let arm = Arm { website_id, ..Arm::default() };
    let found = figures::load(context, scope, &arm).await?.case(scope, &arm, String::new(), Vec::new())?;
    input.first_day = found.first_day;
    input.y = found.y;
    input.x = found.x;
    Ok(())
}

/// Loads the change whose effect on citations is measured: the requested one, otherwise the latest recorded one with an
/// answer from its day on.
pub(super) async fn citations(context: &RunContext, input: &mut CitationsInput) -> Result<(), JobError> {
    let (own, updates) = changes(context).await?;
    if input.updates.is_empty() {
        input.updates = updates;
    }
    let last = input.answers.iter().filter_map(|answer| answer.day).max();
    let noted = own.iter().rev().find(|change| match input.change {
        Some(asked) => day(change.day) == Some(asked),
        None => day(change.day) <= last,
    });
    if let Some(change) = noted {
        input.change = day(change.day);
        input.label.get_or_insert_with(|| change.title.clone());
    }
    Ok(())
}

/// Loads the metric of the pages of a recorded change, up to their next change, with unchanged pages as controls, as in
/// an experiment; for titles also the expected clicks at equal positions. Returns false if the pages have no daily data.
async fn measured(
    context: &RunContext, change: &Annotation, all: &[Annotation], input: &mut ImpactInput,
) -> Result<bool, JobError> {
    let Some(website_id) = context.run.website_id else { return Ok(false) };
    let is_site = change.pages.is_empty();
    let is_title = change.kind == AnnotationKind::Title && !is_site && input.metric == ImpactMetric::Clicks;
    let scope = Scope {
        unit: if is_site { ExperimentUnit::Site } else { ExperimentUnit::Page },
        metric: if is_title { ExperimentMetric::ClicksAtPosition } else { metric_of(input.metric) },
        is_split: false,
        start: change.day,
        last: last_alone(change, all, context.run.created_at.date_naive()),
    };
    let arm = Arm { website_id, targets: change.pages.0.clone(), ..Arm::default() };
    let mut figures = figures::load(context, scope, &arm).await?;
    figures.leave_out(other_changes::changed_pages(context, scope, &arm).await?);
    let found = figures.case(scope, &arm, String::new(), Vec::new())?;
    if figures.counts(scope.unit, &arm).0 == 0 || found.y.is_empty() {
        return Ok(false);
    }
    input.first_day = found.first_day;
    input.y = found.y;
    input.x = found.x;
    Ok(true)
}

/// Last day before the next change of the same pages; today if there is none.
fn last_alone(change: &Annotation, all: &[Annotation], today: NaiveDate) -> NaiveDate {
    let is_own = |page: &String| change.pages.iter().any(|own| is_same(own, page) || is_same(page, own));
    let touches =
        |other: &&Annotation| other.pages.is_empty() || change.pages.is_empty() || other.pages.iter().any(is_own);
    let next = all.iter().filter(|other| other.day > change.day).filter(touches).map(|other| other.day).min();
    next.and_then(|day| day.pred_opt()).unwrap_or(today)
}

/// Loads the pages' clicks over their common days; the pages of the latest change are treated.
pub(super) async fn experiment(context: &RunContext, input: &mut ExperimentInput) -> Result<(), JobError> {
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
    let page = |(page, days): (&str, Vec<(NaiveDate, i64)>)| {
        // A page without impressions on a day has no row and no clicks.
        let all = first.iter_days().take_while(|day| *day <= last).map(|day| (day, 0)).chain(days);
        let treated = change.map(|change| change.pages.iter().any(|changed| changed == page));
        Some(Page { page: page.to_owned(), treated, y: dense(all)?.y, ..Page::default() })
    };
    input.pages = pages.into_iter().filter_map(page).collect();
    input.first_day = day(first);
    if input.updates.is_empty() {
        input.updates = updates;
    }
    if let Some(change) = change {
        input.label.get_or_insert_with(|| change.title.clone());
        input.change = step(first, change.day);
    }
    Ok(())
}

/// Steps from the first day to the day of a change; `None` if the change was not later.
fn step(first: NaiveDate, change: NaiveDate) -> Option<usize> {
    usize::try_from((change - first).num_days()).ok().filter(|step| *step > 0)
}

/// Loads updates that affected all sites.
pub(super) async fn updates(context: &RunContext) -> Result<Vec<Update>, JobError> {
    Ok(changes(context).await?.1)
}

/// Loads the changes of the site, oldest first, and updates that affected all sites.
async fn changes(context: &RunContext) -> Result<(Vec<Annotation>, Vec<Update>), JobError> {
    let filter = annotation::Filter { website_id: context.run.website_id, ..annotation::Filter::default() };
    let all = annotation::list(&context.db, context.run.workspace_id, &filter, 1_000).await?;
    let (updates, mut own): (Vec<_>, Vec<_>) =
        all.items.into_iter().partition(|change| change.kind == AnnotationKind::GoogleUpdate);
    own.sort_by_key(|change| change.day);
    let update = |one: &Annotation| Some(Update { name: one.title.clone(), from: day(one.day)?, to: None });
    Ok((own, updates.iter().filter_map(update).collect()))
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
            day: day.parse().unwrap(),
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

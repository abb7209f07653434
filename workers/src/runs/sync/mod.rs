//! Fetches the data of a website through a connection.

mod analytics;
mod bing;
mod fill;
mod search_console;
mod speed;
mod stop;
mod vitals;

use providers::Provider;
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::{
        notification::{NewNotification, NotificationKind},
        now,
    },
    store::{
        effect::Effect,
        sync::{self, Claim, SyncEnd, Target},
        website,
    },
    words::counted,
};
use uuid::Uuid;

use crate::{
    collect::provider::{Opened, open},
    context::RunContext,
    error::JobError,
    runs::done::Done,
};
use stop::Stop;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    connection_id: Uuid,
}

/// Settings of a connection that fetches.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Settings {
    website_id: Option<Uuid>,
    property: Option<String>,
    /// Property of Bing Webmaster Tools.
    site: Option<String>,
}

/// What a run fetched.
#[derive(Debug, Default)]
struct Fetched {
    /// Rows that were stored.
    rows: i64,
    /// Days that were stored.
    days: i64,
    /// Clicks and number of queries of its report.
    report: Option<(i64, i64)>,
    /// Whether nothing was stored before.
    is_first: bool,
}

/// A source that a run may fetch.
#[derive(Debug)]
struct Source<'a> {
    context: &'a RunContext,
    opened: &'a Opened,
    target: Target,
    /// Import that holds its rows, if there is one already.
    import_id: Option<Uuid>,
}

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let Payload { connection_id } = context.payload()?;
    let opened = match open(context, connection_id).await {
        Err(JobError::Permanent(error)) if error.r#type == "disconnected" => {
            unschedule(context, connection_id).await?;
            return Err(JobError::Permanent(error));
        }
        opened => opened?,
    };
    let target = target(context, &opened).await?;
    let import_id = claim(context, &target).await?;
    let source = Source { context, opened: &opened, target, import_id };
    match fetch(&source).await {
        Ok(fetched) => Ok(done(&source, &fetched)),
        Err(stop) => Err(stop.into_error(context, &opened).await?),
    }
}

async fn fetch(source: &Source<'_>) -> Result<Fetched, Stop> {
    match source.opened.provider {
        Provider::SearchConsole => search_console::fetch(source).await,
        Provider::BingWebmaster => bing::fetch(source).await,
        Provider::GoogleAnalytics => analytics::fetch(source).await,
        Provider::ChromeUxReport => vitals::fetch(source).await,
        Provider::PageSpeed => speed::fetch(source).await,
        other => {
            let detail = format!("{} has no data that is fetched by itself.", other.name());
            Err(JobError::permanent("no-source", detail).into())
        }
    }
}

/// A connection that was removed is not asked again.
async fn unschedule(context: &RunContext, connection_id: Uuid) -> Result<(), JobError> {
    let mut tx = context.db.begin().await?;
    sync::unschedule(&mut tx, context.run.workspace_id, connection_id).await?;
    Ok(tx.commit().await?)
}

async fn target(context: &RunContext, opened: &Opened) -> Result<Target, JobError> {
    let settings = serde_json::from_value(opened.connection.settings.0.clone());
    let Settings { website_id, property, site } = settings.map_err(|error| JobError::defect(&error))?;
    let missing = |what: &str| {
        JobError::permanent(
            "not-chosen",
            format!("Choose the {what} of this connection in the settings, then sync again."),
        )
    };
    let workspace_id = context.run.workspace_id;
    let website_id = website_id.ok_or_else(|| missing("website"))?;
    let website = website::find(&context.db, workspace_id, website_id).await?.ok_or_else(|| missing("website"))?;
    let property = property.or(site).map(|property| property.trim().to_owned()).filter(|property| !property.is_empty());
    let property = match opened.provider {
        // Speed is measured of addresses, so the website itself is enough.
        Provider::ChromeUxReport | Provider::PageSpeed => property.unwrap_or(website.url),
        _ => property.ok_or_else(|| missing("property"))?,
    };
    Ok(Target { workspace_id, connection_id: opened.connection.id, website_id, property })
}

async fn claim(context: &RunContext, target: &Target) -> Result<Option<Uuid>, JobError> {
    let mut tx = context.db.begin().await?;
    let claimed = sync::claim(&mut tx, target, context.run.id).await?;
    tx.commit().await?;
    match claimed {
        Claim::Granted { import_id } => Ok(import_id),
        Claim::Busy => {
            let detail = "Another sync of this connection is running. Its data counts as soon as it is fetched.";
            Err(JobError::permanent("already-syncing", detail))
        }
    }
}

fn done(source: &Source<'_>, fetched: &Fetched) -> Done {
    let Target { connection_id, website_id, .. } = source.target;
    let end = SyncEnd { connection_id, website_id, report: fetched.report, has_new_days: fetched.report.is_some() };
    let mut effects: Vec<Effect> = vec![end.into()];
    if fetched.is_first && fetched.rows > 0 {
        effects.push(first(source, fetched).into());
    }
    let result = json!({"connectionId": connection_id, "rows": fetched.rows, "days": fetched.days});
    Done { result, effects }
}

/// Notification of the first complete sync; later ones are silent.
fn first(source: &Source<'_>, fetched: &Fetched) -> NewNotification {
    let website_id = source.target.website_id;
    let days = if fetched.days > 0 { format!(" of {}", counted(fetched.days, "day", "days")) } else { String::new() };
    let verb = if fetched.rows == 1 { "was" } else { "were" };
    let message = format!("{}: {}{days} {verb} fetched.", source.target.property, counted(fetched.rows, "row", "rows"));
    let title = format!("{} is synced", source.opened.provider.name());
    NewNotification::new(NotificationKind::Import, "success", title, message)
        .about("connection", source.target.connection_id, format!("/projects/{website_id}"))
        .within(source.context.run.workspace_id)
}

/// Converts a count to a stored one.
fn count(number: impl TryInto<i64>) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}

/// Reports how much has been fetched, up to 99 %.
fn tell(context: &RunContext, done: i64, total: i64, message: &str) {
    let percent = done.saturating_mul(99).checked_div(total.max(1)).unwrap_or(0);
    context.progress(i32::try_from(percent).unwrap_or(99), "fetching", message);
}

/// Day of the current moment.
fn today() -> chrono::NaiveDate {
    providers::search_console::today(now())
}

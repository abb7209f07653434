//! PageSpeed Insights: tests of the start page and the pages with the most clicks in a laboratory.

use providers::{
    ProviderError,
    provider::ProviderClient,
    speed::{PageSpeed, SpeedTest as Tested, Strategy},
};
use shared::{
    domain::{analytics::VitalsDevice, now, speed::SpeedTest},
    store::{speed, sync},
};
use url::Url;

use super::{Fetched, Source, count, stop::Stop, tell};
use crate::error::JobError;

/// Pages that are tested, with the start page. A test takes up to a minute.
const MOST_PAGES: usize = 10;

const DEVICES: [(VitalsDevice, Strategy); 2] =
    [(VitalsDevice::Phone, Strategy::Mobile), (VitalsDevice::Desktop, Strategy::Desktop)];

pub(super) async fn fetch(source: &Source<'_>) -> Result<Fetched, Stop> {
    let (context, target) = (source.context, &source.target);
    let client = PageSpeed::connect(&source.opened.access())?;
    let pages = pages(source).await?;
    let total = count(pages.len() * DEVICES.len());
    let stored = sync::source(&context.db, target.workspace_id, target.website_id, target.connection_id).await?;
    let is_first = stored.is_none_or(|stored| stored.first_day.is_none());
    let (mut fetched, mut done, mut last_failure) = (Fetched { is_first, ..Fetched::default() }, 0, None);
    for page in &pages {
        for (device, strategy) in DEVICES {
            tell(context, done, total, page);
            done += 1;
            match client.run(page, strategy, "en").await {
                Ok(called) => store(source, &row(source, page, device, called.value)).await?,
                // One page that cannot be loaded leaves the others.
                Err(error @ (ProviderError::Task { .. } | ProviderError::InvalidField { .. })) => {
                    last_failure = Some(error);
                    continue;
                }
                Err(error) => return Err(error.into()),
            }
            fetched.rows += 1;
        }
    }
    match last_failure {
        Some(error) if fetched.rows == 0 => Err(error.into()),
        _ => Ok(fetched),
    }
}

/// Returns the start page, then the pages with the most clicks.
async fn pages(source: &Source<'_>) -> Result<Vec<String>, Stop> {
    let (db, target) = (&source.context.db, &source.target);
    let start = Url::parse(&target.property).map_err(|_| {
        JobError::permanent("bad-origin", "The address of this website cannot be read. Change it in its settings.")
    })?;
    let mut pages = vec![start.to_string()];
    for page in sync::pages_by_clicks(db, target.workspace_id, target.website_id, count(MOST_PAGES)).await? {
        let page = Url::parse(&page).map_or(page, String::from);
        if pages.len() < MOST_PAGES && page.starts_with("http") && !pages.contains(&page) {
            pages.push(page);
        }
    }
    Ok(pages)
}

fn row(source: &Source<'_>, page: &str, device: VitalsDevice, tested: Tested) -> SpeedTest {
    SpeedTest {
        connection_id: source.target.connection_id,
        url: page.to_owned(),
        device,
        day: now().date_naive(),
        performance: tested.lab.performance,
        lcp: tested.lab.lcp,
        cls: tested.lab.cls,
        tbt: tested.lab.tbt,
        response: tested.lab.response,
        lighthouse: tested.lighthouse,
    }
}

async fn store(source: &Source<'_>, test: &SpeedTest) -> Result<(), Stop> {
    let context = source.context;
    if speed::replace(&context.db, &source.target, (context.run.id, context.run.attempt), test).await? {
        return Ok(());
    }
    Err(JobError::transient("run-lost", "Another worker continues this sync.").into())
}

//! Chrome UX Report: Core Web Vitals of the origin and of the pages with the most clicks, week by week.

use providers::{
    provider::ProviderClient,
    speed::{ChromeUxReport, FormFactor, History, Metric, Subject},
};
use shared::{
    domain::analytics::{Vitals, VitalsDevice},
    store::{sync, vitals},
};
use url::Url;

use super::{Fetched, Source, count, stop::Stop, tell};
use crate::error::JobError;

/// Pages that are asked for.
const MOST_PAGES: i64 = 20;

const DEVICES: [(VitalsDevice, FormFactor); 2] =
    [(VitalsDevice::Phone, FormFactor::Phone), (VitalsDevice::Desktop, FormFactor::Desktop)];

pub(super) async fn fetch(source: &Source<'_>) -> Result<Fetched, Stop> {
    let (context, target) = (source.context, &source.target);
    let client = ChromeUxReport::connect(&source.opened.access())?;
    let origin = origin(&target.property)?;
    let pages = sync::pages_by_clicks(&context.db, target.workspace_id, target.website_id, MOST_PAGES).await?;
    let pages = pages.into_iter().filter(|page| Url::parse(page).is_ok());
    let subjects: Vec<Subject> = std::iter::once(Subject::Origin(origin)).chain(pages.map(Subject::Url)).collect();
    let total = count(subjects.len() * DEVICES.len());
    let stored = sync::source(&context.db, target.workspace_id, target.website_id, target.connection_id).await?;
    let is_first = stored.is_none_or(|stored| stored.first_day.is_none());
    let (mut fetched, mut done) = (Fetched { is_first, ..Fetched::default() }, 0);
    for subject in &subjects {
        for (device, form_factor) in DEVICES {
            tell(context, done, total, address(subject));
            done += 1;
            let Some(called) = client.history(subject, Some(form_factor)).await? else { continue };
            let rows = rows(source, subject, device, &called.value);
            let run = (context.run.id, context.run.attempt);
            if !vitals::replace(&context.db, target, run, address(subject), device, &rows).await? {
                return Err(JobError::transient("run-lost", "Another worker continues this sync.").into());
            }
            fetched.rows += count(rows.len());
        }
    }
    Ok(fetched)
}

fn origin(address: &str) -> Result<String, Stop> {
    let address = if address.contains("://") { address.to_owned() } else { format!("https://{address}") };
    let url = Url::parse(&address).map_err(|_| {
        JobError::permanent("bad-origin", "The address of this website cannot be read. Change it in its settings.")
    })?;
    Ok(url.origin().ascii_serialization())
}

fn address(subject: &Subject) -> &str {
    match subject {
        Subject::Url(text) | Subject::Origin(text) => text,
    }
}

/// Converts a history; periods without any figure are left out.
fn rows(source: &Source<'_>, subject: &Subject, device: VitalsDevice, history: &History) -> Vec<Vitals> {
    let figure = |metric: Metric, index: usize| history.percentiles.get(&metric)?.get(index).copied().flatten();
    let periods = history.periods.iter().enumerate().map(|(index, period)| Vitals {
        connection_id: source.target.connection_id,
        url: address(subject).to_owned(),
        is_origin: matches!(subject, Subject::Origin(_)),
        device,
        first_day: period.from,
        day: period.to,
        lcp: figure(Metric::Lcp, index),
        inp: figure(Metric::Inp, index),
        cls: figure(Metric::Cls, index),
        fcp: figure(Metric::Fcp, index),
        ttfb: figure(Metric::Ttfb, index),
    });
    periods.filter(|row| [row.lcp, row.inp, row.cls, row.fcp, row.ttfb].iter().any(Option::is_some)).collect()
}

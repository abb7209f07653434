//! Computes a build: plan, files, checks.

use std::collections::HashSet;

use engines::common::{Control, Day};
use gate::{Candidate, Level, Prepared, Report};
use serde_json::{Value, json};
use shared::{
    domain::{document::VersionOrigin, now, site::SitePageKind},
    store::{
        release::NewRelease,
        site::{BuiltPage, GrowthPlanned, SiteBuilt, StoredPage},
    },
};
use sites::{File, Page, PlanError, PlanInput, Planned, RenderError, Site};

use super::{
    candidate::{check, gate_error, state},
    changes::{Changes, ROUNDS},
    input::plan_input,
    load::Loaded,
    page::{built, existing},
    page_changes::Missed,
    release::{digest, manifest, release, sketches},
};
use crate::{
    context::RunContext,
    error::JobError,
    runs::engine::control::{RunControl, capital, engine_error},
};

/// A build and what it reports.
#[derive(Debug)]
pub(super) struct Built {
    pub(super) effect: SiteBuilt,
    /// What is planned after it.
    pub(super) growth: GrowthPlanned,
    /// Paths of the pages that were written.
    pub(super) written: Vec<String>,
    /// Pages that were not written, with the reasons.
    pub(super) left_out: Vec<Value>,
    pub(super) notes: Vec<Value>,
    /// Why the edit that is being made cannot be.
    pub(super) refusal: Option<String>,
    /// Whether the release differs from the live one by that edit only.
    pub(super) is_alone: bool,
}

/// Plans, renders and checks a site.
///
/// Pages that are near-duplicates of other pages are written in other variants, and left out if each of these is one.
pub(super) fn build(context: &RunContext, loaded: &Loaded) -> Result<Built, JobError> {
    let mut changes = Changes::without(loaded.growth.without());
    for _ in 1..ROUNDS {
        let (built, report) = attempt(context, loaded, &changes)?;
        if !changes.note(&report, &built.written) {
            return Ok(built);
        }
    }
    Ok(attempt(context, loaded, &changes)?.0)
}

fn attempt(context: &RunContext, loaded: &Loaded, changes: &Changes) -> Result<(Built, Report), JobError> {
    let control = Stage { context, from: 5, to: 60 };
    let today = Day::parse(&now().to_rfc3339()).unwrap_or_default();
    let input = plan_input(context, loaded, kept(loaded)?, today)?;
    let input = PlanInput { variants: changes.variants.clone(), without: changes.without.clone(), ..input };
    let planned = sites::plan(&input, &control).map_err(plan_error)?;
    context.progress(60, "rendering", "");
    let Rendered { site, files, missed, is_alone } = rendered(context, loaded, planned.site.clone())?;
    context.progress(70, "checking", "");
    let control = Stage { context, from: 70, to: 95 };
    let candidate = Candidate { site: &site, files: &files, state: state(loaded, &site) };
    let prepared = Prepared::new(&candidate, &control).map_err(gate_error)?;
    let report = check(context, loaded, &prepared, &control)?;
    context.progress(95, "saving", "");
    let written: HashSet<&str> = planned.written.iter().map(String::as_str).collect();
    let pages: Vec<BuiltPage> = planned
        .site
        .pages
        .iter()
        .map(|page| built(context, loaded, page, written.contains(page.path.as_str())))
        .collect::<Result<_, JobError>>()?;
    let list = manifest(&files);
    let digest = digest(&list)?;
    let counts = (site.pages.len(), candidate.state.new_pages.len());
    let growth = loaded.growth.planned(loaded.site.id, &planned.left_out);
    let effect = SiteBuilt {
        site_id: loaded.site.id,
        name: (site.name != loaded.site.name).then(|| site.name.clone()),
        pages,
        release: NewRelease {
            rental_id: loaded.rental_id,
            ..release(&files, list, digest, &report, counts, &control)?
        },
        sketches: sketches(prepared.sketches()),
        blocked_by: blocked_by(&report),
    };
    let mut built = reported(effect, growth, planned);
    built.notes.extend(missed.iter().map(Missed::note));
    built.refusal = loaded.changes.refusal(&missed);
    built.is_alone = is_alone;
    Ok((built, report))
}

/// Returns the pages that keep their texts.
fn kept(loaded: &Loaded) -> Result<Vec<Page>, JobError> {
    let mut kept = Vec::with_capacity(loaded.pages.len());
    for stored in &loaded.pages {
        let is_rewritten = loaded.rewrite.contains(&stored.path) || loaded.growth.rewrites(stored);
        if is_rewritten && !stored.is_own {
            continue;
        }
        let page = existing(stored)?;
        if !is_outdated(loaded, stored, &page) {
            kept.push(page);
        }
    }
    Ok(kept)
}

/// Returns true for a page about the site that says otherwise than its settings whether calls are recorded. A text that a person
/// or a language model wrote stays.
fn is_outdated(loaded: &Loaded, stored: &StoredPage, page: &Page) -> bool {
    let is_about_site = matches!(stored.kind, SitePageKind::Contact | SitePageKind::Privacy);
    let is_composed = stored.origin == VersionOrigin::Composed;
    is_about_site && is_composed && sites::says_calls_are_recorded(page) != loaded.site.phone_is_recorded
}

/// Makes the files. A site that has not changed since its latest release keeps the day of that release, so that the files
/// are the same.
fn rendered(context: &RunContext, loaded: &Loaded, site: Site) -> Result<Rendered, JobError> {
    let changes = &loaded.changes;
    if let Some(base) = changes.live.as_ref().or(loaded.latest.as_ref()) {
        let day = Day::parse(&base.created_at.to_rfc3339()).unwrap_or(site.built_on);
        let before = Site { built_on: day, ..site.clone() };
        let mut files = sites::render(&before).map_err(render_error)?;
        let mut is_alone = false;
        if changes.edit_id.is_some() {
            let mut live = files.clone();
            changes.apply_before(context, &mut live)?;
            is_alone = digest(&manifest(&live))? == base.digest;
        }
        let missed = changes.apply(context, &mut files)?;
        if is_alone || digest(&manifest(&files))? == base.digest {
            return Ok(Rendered { site: before, files, missed, is_alone });
        }
    }
    let mut files = sites::render(&site).map_err(render_error)?;
    let missed = changes.apply(context, &mut files)?;
    Ok(Rendered { site, files, missed, is_alone: false })
}

/// The files of a site.
struct Rendered {
    site: Site,
    files: Vec<File>,
    /// Changes of edits that could not be made.
    missed: Vec<Missed>,
    /// Whether the files differ from the live release by an edit only.
    is_alone: bool,
}

/// Returns the first finding that forbids a deployment.
fn blocked_by(report: &Report) -> Option<String> {
    let blocking: Vec<_> = report.findings.iter().filter(|finding| finding.level == Level::Block).collect();
    let first = blocking.first()?;
    let page = first.page.as_ref().map(|path| format!(" ({path})")).unwrap_or_default();
    let more = if blocking.len() > 1 { format!(" {} more findings block.", blocking.len() - 1) } else { String::new() };
    Some(format!("{}{page}: {} {}{more}", first.check, first.detail, first.fix))
}

fn reported(effect: SiteBuilt, growth: GrowthPlanned, planned: Planned) -> Built {
    let left_out = planned.left_out.into_iter();
    let notes = planned.notes.into_iter();
    Built {
        effect,
        growth,
        written: planned.written,
        left_out: left_out
            .map(|out| json!({"path": out.path, "label": out.label, "reason": out.reason, "isLater": out.is_later}))
            .collect(),
        notes: notes.map(|note| json!({"path": note.path, "text": note.text})).collect(),
        refusal: None,
        is_alone: false,
    }
}

pub(super) fn plan_error(error: PlanError) -> JobError {
    match error {
        PlanError::Cancelled => JobError::Cancelled,
        PlanError::Invalid { field, problem } => {
            JobError::permanent("invalid-site", format!("The site cannot be planned: {field} {problem}."))
        }
        PlanError::Page { path, error } => match engine_error(&error) {
            JobError::Permanent(error) => {
                JobError::permanent(error.r#type, format!("The page {path} cannot be written. {}", error.detail))
            }
            other => other,
        },
    }
}

pub(super) fn render_error(error: RenderError) -> JobError {
    JobError::permanent("cannot-be-rendered", capital(&format!("the site cannot be rendered: {error}.")))
}

/// Reports the progress of a part of the run.
pub(super) struct Stage<'a> {
    pub(super) context: &'a RunContext,
    pub(super) from: i32,
    pub(super) to: i32,
}

impl Control for Stage<'_> {
    fn progress(&self, percent: f64, stage: &str, message: &str) {
        let part = f64::from(self.to - self.from) * percent.clamp(0.0, 100.0) / 100.0;
        RunControl(self.context).progress(f64::from(self.from) + part, stage, message);
    }

    fn is_cancelled(&self) -> bool {
        self.context.is_cancelled()
    }
}

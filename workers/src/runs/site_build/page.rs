//! Pages of a site and their documents.

use std::collections::BTreeSet;

use documents::Brief;
use engines::{
    common::Day,
    content::{CitedFact, Fact, FactKind, Publication},
};
use serde_json::Value;
use shared::{
    domain::{
        document::{DocumentStatus, VersionOrigin},
        new_id,
        site::SitePageKind,
    },
    store::{
        document::{DocumentBody, NewVersion},
        site::{BuiltPage, PageText, StoredPage},
    },
};
use sites::{Page, PageKind};

use super::load::Loaded;
use crate::{context::RunContext, error::JobError};

/// Maximum number of facts of a brief.
const MOST_FACTS: usize = 1_000;

/// Returns a stored page as the plan takes it.
pub(super) fn existing(stored: &StoredPage) -> Result<Page, JobError> {
    Ok(Page {
        path: stored.path.clone(),
        kind: planned(stored.kind),
        label: stored.label.clone(),
        query: stored.query.clone(),
        place: stored.place.clone(),
        draft: read(&stored.draft.0)?,
        facts: facts(stored)?,
        names: stored.names.0.clone(),
        updated_on: Day::parse(&stored.written_at.to_rfc3339()).unwrap_or_default(),
        is_generated: stored.is_generated,
    })
}

/// Returns the facts of a page: those with which it was written, and what later versions cite besides.
fn facts(stored: &StoredPage) -> Result<Vec<CitedFact>, JobError> {
    let mut facts: Vec<CitedFact> = read(&stored.facts.0)?;
    let known: BTreeSet<String> = facts.iter().map(|cited| cited.fact.id.clone()).collect();
    let cited: Vec<documents::CitedFact> = read(&stored.cited.0)?;
    facts.extend(cited.into_iter().filter(|fact| !known.contains(&fact.id)).map(statement));
    Ok(facts)
}

/// Returns a fact that a later version cites as a statement with its source.
fn statement(cited: documents::CitedFact) -> CitedFact {
    let source = cited.source;
    let publication = source.publisher.filter(|name| !name.is_empty()).map(|publisher| Publication {
        title: source.title.clone(),
        publisher,
        year: source.year.and_then(|year| u16::try_from(year).ok()).unwrap_or_default(),
        url: source.url.unwrap_or_default(),
    });
    let fact = Fact {
        id: cited.id,
        kind: FactKind::Statement,
        value: cited.text,
        place: cited.place,
        source: source.title,
        is_owner_supplied: cited.is_owner_supplied,
        ..Fact::default()
    };
    CitedFact { fact, sources: publication.into_iter().collect() }
}

/// Returns a page of the plan as it is stored, with its text if it is new or was written again.
pub(super) fn built(
    context: &RunContext, loaded: &Loaded, page: &Page, was_written: bool,
) -> Result<BuiltPage, JobError> {
    let stored = loaded.pages.iter().find(|stored| stored.path == page.path);
    let text = match stored {
        Some(stored) if !was_written => PageText::Unchanged(stored.document_id),
        Some(stored) => {
            let version = version(context, page, stored.version)?;
            PageText::Rewritten(stored.document_id, stored.version, Box::new(version))
        }
        None => PageText::New(new_id(), Box::new((body(loaded, page)?, version(context, page, 0)?))),
    };
    Ok(BuiltPage {
        path: page.path.clone(),
        kind: kind(page.kind),
        label: page.label.clone(),
        place: page.place.clone(),
        names: page.names.clone(),
        facts: json(&page.facts)?,
        text,
    })
}

fn body(loaded: &Loaded, page: &Page) -> Result<DocumentBody, JobError> {
    let site = &loaded.site;
    // A page about one place is composed again with what is known of it.
    let place = site.places.iter().find(|place| page.place.as_ref() == Some(&place.name));
    let place = place.or_else(|| site.places.first().filter(|_| site.places.len() == 1));
    // Statements of packs and facts of the place come from their own sources when a part is composed again.
    let own = page.facts.iter().map(|cited| &cited.fact).filter(|fact| !fact.id.starts_with("pack."));
    let brief = Brief { facts: own.take(MOST_FACTS).cloned().collect(), ..Brief::default() };
    Ok(DocumentBody {
        website_id: Some(site.id),
        title: page.draft.title.text.clone(),
        query: page.query.clone(),
        vertical: Some(site.vertical.clone()),
        place: place.map(|place| place.name.clone()),
        geoname_id: place.and_then(|place| place.id.parse().ok()),
        intent: None,
        brief: json(&brief)?,
        status: DocumentStatus::Ready,
        archived_at: None,
    })
}

fn version(context: &RunContext, page: &Page, base: i32) -> Result<NewVersion, JobError> {
    let cited: Vec<documents::CitedFact> = page.facts.iter().map(documents::CitedFact::from).collect();
    Ok(NewVersion {
        base,
        origin: if page.is_generated { VersionOrigin::Generated } else { VersionOrigin::Composed },
        draft: json(&page.draft)?,
        cited: json(&cited)?,
        score: None,
        words: i32::try_from(documents::word_count(&page.draft)).unwrap_or(i32::MAX),
        run_id: Some(context.run.id),
        user_id: context.run.user_id,
        prompts: None,
        model: None,
        cost_micros: 0,
        note: format!("Wrote {} for the site", page.path),
    })
}

fn read<T: serde::de::DeserializeOwned>(stored: &Value) -> Result<T, JobError> {
    T::deserialize(stored).map_err(|error| JobError::defect(&error))
}

fn json<T: serde::Serialize>(value: &T) -> Result<Value, JobError> {
    serde_json::to_value(value).map_err(|error| JobError::defect(&error))
}

const fn kind(kind: PageKind) -> SitePageKind {
    match kind {
        PageKind::Home => SitePageKind::Home,
        PageKind::Service => SitePageKind::Service,
        PageKind::Area => SitePageKind::Area,
        PageKind::Article => SitePageKind::Article,
        PageKind::About => SitePageKind::About,
        PageKind::Contact => SitePageKind::Contact,
        PageKind::Privacy => SitePageKind::Privacy,
        PageKind::Terms => SitePageKind::Terms,
    }
}

const fn planned(kind: SitePageKind) -> PageKind {
    match kind {
        SitePageKind::Home => PageKind::Home,
        SitePageKind::Service => PageKind::Service,
        SitePageKind::Area => PageKind::Area,
        SitePageKind::Article => PageKind::Article,
        SitePageKind::About => PageKind::About,
        SitePageKind::Contact => PageKind::Contact,
        SitePageKind::Privacy => PageKind::Privacy,
        SitePageKind::Terms => PageKind::Terms,
    }
}

//! What a run that builds a site leaves behind.

use chrono::{DateTime, Utc};
use futures::FutureExt;
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::{PageSketch, claims, lock, portfolio::put_sketches, rest, set_status};
use crate::{
    domain::{
        event::NewEvent,
        run::Run,
        site::{SitePageKind, SiteStatus},
    },
    store::{
        Result, StoreError, Tx,
        document::{self, Appended, DocumentBody, NewVersion},
        effect::{Applied, Apply, NewFindings},
        macros::*,
        release::{self, NewRelease},
    },
};

/// Text of a page after a build.
#[derive(Debug, Clone)]
pub enum PageText {
    /// It is the current version of this document. A page that was removed meanwhile stays removed.
    Unchanged(Uuid),
    /// It is the first version of a new document with this id.
    New(Uuid, Box<(DocumentBody, NewVersion)>),
    /// It is a new version of this document, whose current version must have the number.
    Rewritten(Uuid, i32, Box<NewVersion>),
}

/// A page after a build.
#[derive(Debug, Clone)]
pub struct BuiltPage {
    /// Path with slashes at both ends; `/` is the home page.
    pub path: String,
    /// Kind.
    pub kind: SitePageKind,
    /// Words in the navigation.
    pub label: String,
    /// Name of the place that it is about.
    pub place: Option<String>,
    /// Names that count as equal when pages are compared.
    pub names: Vec<String>,
    /// Facts with which it was written.
    pub facts: Value,
    /// Text.
    pub text: PageText,
}

/// Effect: a site is built. Its pages and their texts, the release with its files, and the sketches of the pages are stored
/// together.
#[derive(Debug)]
pub struct SiteBuilt {
    /// Site.
    pub site_id: Uuid,
    /// Name that its visitors see, if the build gave it another one.
    pub name: Option<String>,
    /// Its pages in the order of the navigation. Pages that are not listed are removed, except own ones; their documents remain.
    pub pages: Vec<BuiltPage>,
    /// The release. One with the files and the verdict of the latest release is not stored.
    pub release: NewRelease,
    /// What the pages say; stored if the release may be deployed.
    pub sketches: Vec<PageSketch>,
    /// The first finding that forbids a deployment, with its remedy.
    pub blocked_by: Option<String>,
}

impl Apply for SiteBuilt {
    fn apply<'a>(&'a self, tx: &'a mut Tx, run: &'a Run, _: &'a mut NewFindings, now: DateTime<Utc>) -> Applied<'a> {
        built(tx, run, self, now).boxed()
    }
}

async fn built(tx: &mut Tx, run: &Run, end: &SiteBuilt, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    let found = lock(tx, run.workspace_id, end.site_id).await?;
    // A site that was deleted meanwhile needs no release.
    let Some(site) = found.filter(|site| site.archived_at.is_none()) else { return Ok(Vec::new()) };
    put_pages(tx, run, end, now).await?;
    let seq = claims::release(tx, end.site_id).await?;
    // Pages that must not be deployed keep no other site from its texts.
    if !end.release.is_blocked {
        put_sketches(tx, end.site_id, &end.sketches, seq).await?;
    }
    release::put(tx, (run.workspace_id, end.site_id), run.id, &end.release, now).await?;
    if let Some(name) = &end.name {
        execute!(&mut *tx, "UPDATE websites SET name = $2 WHERE id = $1", end.site_id, name)?;
    }
    let site = super::find(&mut *tx, run.workspace_id, site.id).await?.unwrap_or(site);
    let status = rest(&site);
    let error = end.blocked_by.as_deref().filter(|_| status == SiteStatus::Blocked);
    set_status(tx, &site, status, error, now).await
}

/// Stores a page that was written.
const PUT: &str = "INSERT INTO site_pages (website_id, path, kind, label, position, place, names, facts, document_id,
       created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (website_id, path) DO UPDATE SET kind = excluded.kind, label = excluded.label,
       position = excluded.position, place = excluded.place, names = excluded.names, facts = excluded.facts,
       document_id = excluded.document_id";
/// Stores a page that was there before.
const KEEP: &str = "UPDATE site_pages SET kind = $3, label = $4, position = $5, place = $6, names = $7, facts = $8
      WHERE website_id = $1 AND path = $2 AND document_id = $9 AND created_at <= $10";

async fn put_pages(tx: &mut Tx, run: &Run, end: &SiteBuilt, now: DateTime<Utc>) -> Result<()> {
    let paths: Vec<&str> = end.pages.iter().map(|page| page.path.as_str()).collect();
    let sql = tx.dialect(
        "DELETE FROM site_pages
          WHERE website_id = $1 AND is_own = FALSE AND path NOT IN (SELECT jsonb_array_elements_text($2))",
        "DELETE FROM site_pages
          WHERE website_id = $1 AND is_own = FALSE AND path NOT IN (SELECT value FROM json_each($2))",
    );
    execute!(&mut *tx, sql, end.site_id, Json(&paths))?;
    for (position, page) in (0_i32..).zip(&end.pages) {
        let Some(document_id) = put_text(tx, run, &page.text, now).await? else { continue };
        let sql = match page.text {
            PageText::Unchanged(_) => KEEP,
            PageText::New(..) | PageText::Rewritten(..) => PUT,
        };
        execute!(
            &mut *tx,
            sql,
            end.site_id,
            &page.path,
            page.kind,
            &page.label,
            position,
            page.place.as_deref(),
            Json(&page.names),
            Json(&page.facts),
            document_id,
            now
        )?;
    }
    Ok(())
}

/// Stores the text of a page; returns its document, `None` if that was deleted meanwhile.
async fn put_text(tx: &mut Tx, run: &Run, text: &PageText, now: DateTime<Utc>) -> Result<Option<Uuid>> {
    let workspace_id = run.workspace_id;
    match text {
        PageText::Unchanged(id) => Ok(document::lock(tx, workspace_id, *id).await?.map(|_| *id)),
        PageText::New(id, new) => {
            document::insert(&mut *tx, workspace_id, run.user_id, *id, &new.0, now).await?;
            document::append(tx, workspace_id, *id, Some(0), &new.1, now).await?;
            Ok(Some(*id))
        }
        PageText::Rewritten(id, base, version) => {
            match document::append(tx, workspace_id, *id, Some(*base), version, now).await? {
                Appended::New(_) | Appended::Same(_) => Ok(Some(*id)),
                Appended::Missing => Ok(None),
                Appended::Stale(_) => Err(StoreError::Conflict { constraint: "current version".to_owned() }),
                Appended::Full => Err(StoreError::Conflict { constraint: "number of versions".to_owned() }),
            }
        }
    }
}

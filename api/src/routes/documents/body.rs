//! Validation of documents and drafts in requests, and look-ups that several calls share.

use documents::{Brief, CitedFact, Fault, check_brief, check_draft};
use engines::{content::Draft, keyword::Intent, local::catalog::vertical_names};
use serde::{Deserialize, Deserializer};
use shared::{
    domain::{
        document::{Document, DocumentStatus, DocumentVersion, VersionOrigin},
        now,
    },
    store::{
        Tx,
        document::{self, Appended, DocumentBody, MOST_VERSIONS, NewVersion},
        usage, website,
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::view::PlaceView;
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Member},
    routes::shapes::KeywordIntent,
    state::AppState,
};

const TITLE_CHARS: usize = 200;
const QUERY_CHARS: usize = 300;
const PLACE_CHARS: usize = 200;
pub(super) const NOTE_CHARS: usize = 500;

/// Fields of a document. Omitted fields are unchanged; `null` removes the value.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DocumentFields)]
pub(super) struct Fields {
    /// Title, one line of 1 to 200 characters.
    pub(super) title: Option<String>,
    /// Query of the page, at most 300 characters.
    query: Option<String>,
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<Uuid>)]
    website_id: Option<Option<Uuid>>,
    /// Slug of the vertical.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    vertical: Option<Option<String>>,
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<PlaceView>)]
    place: Option<Option<PlaceView>>,
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<KeywordIntent>)]
    intent: Option<Option<Intent>>,
    brief: Option<Brief>,
    /// `draft`, `ready` or `published`.
    status: Option<DocumentStatus>,
    /// Whether it is archived.
    archived: Option<bool>,
}

/// Distinguishes `null` from an omitted field.
fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> std::result::Result<Option<Option<T>>, D::Error> {
    Option::deserialize(from).map(Some)
}

impl Fields {
    /// Returns a new document with these fields.
    pub(super) fn new_body(self) -> Result<DocumentBody> {
        let empty = DocumentBody {
            website_id: None,
            title: String::new(),
            query: String::new(),
            vertical: None,
            place: None,
            geoname_id: None,
            intent: None,
            brief: serde_json::to_value(Brief::default()).map_err(ApiError::unexpected)?,
            status: DocumentStatus::Draft,
            archived_at: None,
        };
        self.over(empty)
    }

    /// Returns the document with these changes.
    pub(super) fn changed(self, row: Document) -> Result<DocumentBody> {
        self.over(DocumentBody {
            website_id: row.website_id,
            title: row.title,
            query: row.query,
            vertical: row.vertical,
            place: row.place,
            geoname_id: row.geoname_id,
            intent: row.intent,
            brief: row.brief.0,
            status: row.status,
            archived_at: row.archived_at,
        })
    }

    fn over(self, before: DocumentBody) -> Result<DocumentBody> {
        self.check()?;
        let brief = self.brief.map(|brief| serde_json::to_value(brief).map_err(ApiError::unexpected)).transpose()?;
        let trimmed = |text: String| text.trim().to_owned();
        let (place, geoname_id) = match self.place {
            None => (before.place, before.geoname_id),
            Some(place) => place
                .map(|place| (trimmed(place.name), place.geoname_id))
                .map_or((None, None), |(name, id)| (Some(name), id)),
        };
        let intent = self.intent.map(|intent| intent.map(word).transpose()).transpose()?;
        let archived_at = match self.archived {
            Some(true) => before.archived_at.or_else(|| Some(now())),
            Some(false) => None,
            None => before.archived_at,
        };
        Ok(DocumentBody {
            website_id: self.website_id.unwrap_or(before.website_id),
            title: self.title.map_or(before.title, trimmed),
            query: self.query.map_or(before.query, trimmed),
            vertical: self.vertical.unwrap_or(before.vertical),
            place,
            geoname_id,
            intent: intent.unwrap_or(before.intent),
            brief: brief.unwrap_or(before.brief),
            status: self.status.unwrap_or(before.status),
            archived_at,
        })
    }

    /// Checks all fields and returns all errors at once.
    fn check(&self) -> Result<()> {
        let mut wrong = Vec::new();
        let mut demand = |is_right: bool, pointer: &str, detail: &str| {
            if !is_right {
                wrong.push(FieldError::new(pointer, detail));
            }
        };
        let title = self.title.as_deref();
        demand(
            title.is_none_or(|text| is_line(text, 1, TITLE_CHARS)),
            "/title",
            "must be one line of 1 to 200 characters",
        );
        let query = self.query.as_deref().unwrap_or_default();
        demand(is_line(query, 0, QUERY_CHARS), "/query", "must be one line of at most 300 characters");
        let place = self.place.as_ref().and_then(Option::as_ref);
        let is_place = place.is_none_or(|place| is_line(&place.name, 1, PLACE_CHARS));
        demand(is_place, "/place/name", "must be one line of 1 to 200 characters");
        let is_id = place.and_then(|place| place.geoname_id).is_none_or(|id| id > 0);
        demand(is_id, "/place/geonameId", "must be a positive number");
        let vertical = self.vertical.as_ref().and_then(Option::as_deref);
        let is_known = vertical.is_none_or(|slug| vertical_names().any(|known| known.slug == slug));
        demand(is_known, "/vertical", "must be the slug of a vertical, such as roofing");
        wrong.extend(self.brief.iter().flat_map(check_brief).map(|fault| under("/brief", fault)));
        if wrong.is_empty() { Ok(()) } else { Err(ApiError::Invalid(wrong)) }
    }
}

/// Returns the stored word of an intent.
fn word(intent: Intent) -> Result<String> {
    let word = serde_json::to_value(intent).map_err(ApiError::unexpected)?;
    Ok(word.as_str().unwrap_or_default().to_owned())
}

fn is_line(text: &str, least: usize, most: usize) -> bool {
    (least..=most).contains(&text.trim().chars().count()) && !text.contains(['\n', '\r'])
}

fn under(pointer: &str, fault: Fault) -> FieldError {
    FieldError::new(format!("{pointer}{}", fault.pointer), fault.problem)
}

/// Checks a draft in the field `/draft`.
pub(super) fn checked_draft(draft: &Draft) -> Result<()> {
    let wrong: Vec<_> = check_draft(draft).into_iter().map(|fault| under("/draft", fault)).collect();
    if wrong.is_empty() { Ok(()) } else { Err(ApiError::Invalid(wrong)) }
}

/// Checks the note of a version; returns it without spaces around it.
pub(super) fn checked_note(note: Option<String>) -> Result<String> {
    let note = note.unwrap_or_default().trim().to_owned();
    let is_short = note.chars().count() <= NOTE_CHARS;
    if is_short { Ok(note) } else { Err(ApiError::invalid("/note", "must have at most 500 characters")) }
}

/// Checks that the website of a document belongs to the workspace.
pub(super) async fn check_website(state: &AppState, workspace_id: Uuid, body: &DocumentBody) -> Result<()> {
    if let Some(id) = body.website_id {
        website::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    }
    Ok(())
}

/// Returns a document of the workspace.
pub(super) async fn found(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<Document> {
    document::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("document"))
}

/// Returns a version of a document of the workspace.
pub(super) async fn found_version(
    state: &AppState, workspace_id: Uuid, id: Uuid, number: i32,
) -> Result<DocumentVersion> {
    document::version(&state.db, workspace_id, id, number).await?.ok_or(ApiError::NotFound("version of this document"))
}

/// Returns the version with this number, or the current one.
pub(super) async fn wanted_version(
    state: &AppState, workspace_id: Uuid, row: &Document, number: Option<i32>,
) -> Result<DocumentVersion> {
    if number.is_none() && row.version == 0 {
        return Err(ApiError::Conflict(FieldError::new(
            "/version",
            "The document has no text yet. Write or compose it first.",
        )));
    }
    found_version(state, workspace_id, row.id, number.unwrap_or(row.version)).await
}

/// Returns the version that a person writes.
pub(super) fn written(
    member: &Member<Changes>, origin: VersionOrigin, base: i32, draft: &Draft, cited: &[CitedFact], note: String,
) -> Result<NewVersion> {
    Ok(NewVersion {
        base,
        origin,
        draft: serde_json::to_value(draft).map_err(ApiError::unexpected)?,
        cited: serde_json::to_value(cited).map_err(ApiError::unexpected)?,
        score: None,
        words: i32::try_from(documents::word_count(draft)).unwrap_or(i32::MAX),
        run_id: None,
        user_id: member.caller.user_id,
        prompts: None,
        model: None,
        cost_micros: 0,
        note,
    })
}

/// Adds a version to a document; returns its number and whether it is new.
pub(super) async fn append(
    state: &AppState, member: &Member<Changes>, mut tx: Tx, id: Uuid, expected: i32, new: &NewVersion,
) -> Result<(i32, bool)> {
    let (workspace_id, limits) = (member.workspace_id, state.settings.workspace);
    let (number, is_new) = match document::append(&mut tx, workspace_id, id, Some(expected), new, now()).await? {
        Appended::New(number) => (number, true),
        Appended::Same(number) => (number, false),
        Appended::Stale(current) => return Err(stale_version(current)),
        Appended::Full => return Err(full()),
        Appended::Missing => return Err(ApiError::NotFound("document")),
    };
    if is_new {
        usage::check_storage_locked(&mut tx, limits, workspace_id, new.size_bytes(), now()).await?;
    }
    tx.commit().await?;
    Ok((number, is_new))
}

/// Returns the error for a request that is based on an earlier version.
pub(super) fn stale_version(current: i32) -> ApiError {
    let detail = format!("Version {current} is the current one. Compare it with your text, then save again.");
    ApiError::Stale { field: FieldError::new("/baseVersion", detail), current: current.into() }
}

/// Returns the error for a document with as many versions as it may have.
pub(super) fn full() -> ApiError {
    let detail =
        format!("The document has {MOST_VERSIONS} versions, which is the maximum. Copy its text to a new document.");
    ApiError::Conflict(FieldError::new("/versions", detail))
}

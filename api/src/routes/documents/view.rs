//! A document and its versions, in responses.

use chrono::{DateTime, Utc};
use documents::{Brief, CitedFact};
use engines::{
    common::Day,
    content::{self, Conflict, Draft},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::domain::{
    document::{Document, DocumentStatus, DocumentVersion, VersionInfo, VersionOrigin, VersionScore},
    now,
    run::RunStatus,
};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::Success,
    routes::shapes::KeywordIntent,
};

/// Place of a document.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = DocumentPlace)]
pub(super) struct PlaceView {
    /// Name, such as `Tulsa, OK`, at most 200 characters.
    pub(super) name: String,
    /// GeoNames id.
    #[serde(default)]
    pub(super) geoname_id: Option<i64>,
}

/// A document in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DocumentSummary)]
pub(super) struct Listed {
    id: Uuid,
    website_id: Option<Uuid>,
    title: String,
    query: String,
    /// Slug of the vertical.
    vertical: Option<String>,
    place: Option<PlaceView>,
    #[schema(value_type = Option<KeywordIntent>)]
    intent: Option<String>,
    status: DocumentStatus,
    /// Number of the current version; 0 without one.
    version: i32,
    /// Send it with changes of the document.
    revision: i64,
    /// Words of the current version; `null` without one.
    words: Option<i32>,
    /// Score of the current version when it was written; `null` if it was not scored.
    score: Option<VersionScore>,
    /// Latest run that writes a version.
    run_id: Option<Uuid>,
    /// Its status.
    run_status: Option<RunStatus>,
    created_by: Uuid,
    created_at: DateTime<Utc>,
    /// Time of the last change or version.
    updated_at: DateTime<Utc>,
    archived_at: Option<DateTime<Utc>>,
}

impl From<Document> for Listed {
    fn from(row: Document) -> Self {
        Self {
            id: row.id,
            website_id: row.website_id,
            title: row.title,
            query: row.query,
            vertical: row.vertical,
            place: row.place.map(|name| PlaceView { name, geoname_id: row.geoname_id }),
            intent: row.intent,
            status: row.status,
            version: row.version,
            revision: row.revision,
            words: row.words,
            score: row.score.map(|score| score.0),
            run_id: row.run_id,
            run_status: row.run_status,
            created_by: row.created_by,
            created_at: row.created_at,
            updated_at: row.updated_at,
            archived_at: row.archived_at,
        }
    }
}

/// A document without its text.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Document)]
pub(super) struct DocumentView {
    #[serde(flatten)]
    listed: Listed,
    brief: Brief,
    /// Facts of the brief that contradict each other.
    conflicts: Vec<ConflictView>,
}

/// Facts that cannot all be true.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DocumentConflict)]
struct ConflictView {
    /// What they are about, such as the subject of a price or a question; may be empty.
    subject: String,
    /// Ids of the facts.
    fact_ids: Vec<String>,
    /// Id of the fact that a composed page states; `null` if none is newer or more reliable: then it states none of them.
    stated: Option<String>,
}

impl From<Conflict> for ConflictView {
    fn from(found: Conflict) -> Self {
        Self { subject: found.subject, fact_ids: found.fact_ids, stated: found.stated }
    }
}

impl TryFrom<Document> for DocumentView {
    type Error = ApiError;

    fn try_from(row: Document) -> Result<Self> {
        let brief: Brief = serde_json::from_value(row.brief.0.clone()).map_err(ApiError::unexpected)?;
        // Facts were checked before they were stored; facts of older rules are refused when the page is composed.
        let today = Day::parse(&now().date_naive().to_string());
        let conflicts = content::conflicts(&brief.facts, today).unwrap_or_default();
        let conflicts = conflicts.into_iter().map(ConflictView::from).collect();
        Ok(Self { listed: row.into(), brief, conflicts })
    }
}

/// A version without its text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DocumentVersionInfo)]
pub(super) struct InfoView {
    /// Number, from 1.
    number: i32,
    /// Number of the version that it was made from; 0 for none.
    base: i32,
    origin: VersionOrigin,
    words: i32,
    /// Score when it was written; `null` if it was not scored.
    score: Option<VersionScore>,
    run_id: Option<Uuid>,
    /// User who wrote it or started its run.
    user_id: Uuid,
    /// Name of that user; `null` if the account is deleted.
    user_name: Option<String>,
    /// Language model that wrote it.
    model: Option<String>,
    /// Cost in millionths of a dollar.
    cost_micros: i64,
    /// Note of the author, or what the run did.
    note: String,
    created_at: DateTime<Utc>,
}

impl From<VersionInfo> for InfoView {
    fn from(row: VersionInfo) -> Self {
        Self {
            number: row.number,
            base: row.base,
            origin: row.origin,
            words: row.words,
            score: row.score.map(|score| score.0),
            run_id: row.run_id,
            user_id: row.user_id,
            user_name: row.user_name,
            model: row.model,
            cost_micros: row.cost_micros,
            note: row.note,
            created_at: row.created_at,
        }
    }
}

/// A version.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DocumentVersion)]
pub(super) struct VersionView {
    #[serde(flatten)]
    info: InfoView,
    #[schema(schema_with = documents::draft_schema)]
    draft: Draft,
    /// Facts that it cites, with their sources.
    cited: Vec<CitedFact>,
    /// Prompts of the language model; `null` without one.
    #[schema(value_type = Option<Object>)]
    prompts: Option<Value>,
}

impl TryFrom<DocumentVersion> for VersionView {
    type Error = ApiError;

    fn try_from(row: DocumentVersion) -> Result<Self> {
        Ok(Self {
            info: row.info.into(),
            draft: serde_json::from_value(row.draft.0).map_err(ApiError::unexpected)?,
            cited: serde_json::from_value(row.cited.0).map_err(ApiError::unexpected)?,
            prompts: row.prompts.map(|prompts| prompts.0),
        })
    }
}

/// A document with its current version.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneDocument)]
pub(super) struct Answer {
    pub(super) success: Success,
    pub(super) document: DocumentView,
    /// `null` without a version.
    pub(super) version: Option<VersionView>,
}

/// A version.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OneDocumentVersion)]
pub(crate) struct OneVersion {
    pub(super) success: Success,
    /// False if the current version has the same text, so that none was added.
    pub(super) is_new: bool,
    pub(super) version: VersionView,
}

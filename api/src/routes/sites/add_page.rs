//! Adds a page with the text of a document to a site.

use axum::{extract::State, http::StatusCode};
use documents::Brief;
use engines::{
    content::{Block, BlockKind, Draft, FactKind},
    text::fold,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{
    domain::{
        document::{Document, DocumentStatus},
        new_id, now,
        site::Site,
    },
    store::{
        Tx,
        document::{self, DocumentBody},
        site::{self, Added, MOST_PAGES, OwnPage},
        workspace,
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    get::PageView,
    page_version::{Source, source},
    start, view,
};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path, Success},
    routes::documents::append,
    state::AppState,
};

/// Maximum number of characters of a label.
const LABEL_CHARS: usize = 40;

/// A page that a person adds.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewSitePage)]
pub(super) struct Input {
    /// Words in the navigation: 1 to 40 characters in one line.
    #[schema(examples("Permits"))]
    label: String,
    /// Path with slashes at both ends, such as `/permits/`. Default: made from the label.
    path: Option<String>,
    /// Document with the text.
    document_id: Uuid,
    /// Number of its version. Default: the current one.
    version: Option<i32>,
}

/// Response with a page.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneSitePage)]
pub(super) struct Answer {
    success: Success,
    page: PageView,
}

/// Add a page to a site.
///
/// The page is an article with a copy of the document's text, in a document of its own. No build writes it again or removes
/// it. If its title or a heading names the place of the document, the release needs facts about that place. Visitors see it
/// after a release with it is built, has passed the checks, and is approved and deployed. Fails with 409 if the site has a
/// page at the path, has no pages yet, or is full. Requires an editor.
#[utoipa::path(
    post, path = "/api/sites/{id}/pages", tag = "sites", request_body = Input, params(("id" = Uuid, Path)),
    responses((status = 201, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, Json(input): Json<Input>,
) -> Result<(StatusCode, Json<Answer>)> {
    let workspace_id = member.workspace_id;
    let found = view::found(&state, workspace_id, id).await?;
    let (label, path) = checked(&input)?;
    let Source { document: text, version } = source(&state, &member, input.document_id, input.version).await?;
    let page = OwnPage { path, label, document_id: new_id(), place: place(&text, &version.draft) };
    let mut tx = state.db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    if document::count(&mut tx, workspace_id).await? >= document::MOST_DOCUMENTS {
        let detail = "A workspace can have at most 10,000 documents, and each page has one. Delete some first.";
        return Err(ApiError::invalid("/documentId", detail));
    }
    let body = body(&found, text);
    document::insert(&mut tx, workspace_id, member.caller.user_id, page.document_id, &body, now()).await?;
    add(&mut tx, workspace_id, id, &page).await?;
    append(&state, &member, tx, page.document_id, 0, &version).await?;
    start::changed(&state, id);
    let pages = site::pages(&state.db, workspace_id, id).await?;
    let page = pages.into_iter().find(|one| one.path == page.path).ok_or(ApiError::NotFound("page"))?;
    Ok((StatusCode::CREATED, Json(Answer { success: Success, page: page.into() })))
}

/// Returns the label and the path.
fn checked(input: &Input) -> Result<(String, String)> {
    let label = input.label.trim();
    let length = label.chars().count();
    if length == 0 || length > LABEL_CHARS || label.contains(char::is_control) {
        return Err(ApiError::invalid("/label", format!("must have 1 to {LABEL_CHARS} characters in one line")));
    }
    let (field, words) = input.path.as_deref().map_or(("/label", label), |path| ("/path", path));
    let path = sites::own_path(words).map_err(|problem| ApiError::invalid(field, problem))?;
    Ok((label.to_owned(), path))
}

/// Returns the place of a document if the title or a heading of its text names it: the release needs facts about that place.
fn place(document: &Document, draft: &Value) -> Option<String> {
    let brief: Brief = serde_json::from_value(document.brief.0.clone()).unwrap_or_default();
    let draft: Draft = serde_json::from_value(draft.clone()).unwrap_or_default();
    let headings = draft.blocks.iter().filter(|block| block.kind == BlockKind::Heading).flat_map(Block::texts);
    let named: Vec<String> = std::iter::once(&draft.title).chain(headings).map(|one| fold(&one.text)).collect();
    let known = brief.facts.into_iter().filter(|fact| fact.kind == FactKind::Place).map(|fact| fact.value);
    document.place.clone().into_iter().chain(known).find(|place| {
        let city = fold(place.split(',').next().unwrap_or_default());
        !city.trim().is_empty() && named.iter().any(|text| text.contains(&city))
    })
}

/// The document of the page: what it is about comes from the document with the text.
fn body(site: &Site, text: Document) -> DocumentBody {
    DocumentBody {
        website_id: Some(site.id),
        title: text.title,
        query: text.query,
        vertical: text.vertical,
        place: text.place,
        geoname_id: text.geoname_id,
        intent: text.intent,
        brief: text.brief.0,
        status: DocumentStatus::Ready,
        archived_at: None,
    }
}

async fn add(tx: &mut Tx, workspace_id: Uuid, id: Uuid, page: &OwnPage) -> Result<()> {
    if site::lock(tx, workspace_id, id).await?.is_none_or(|site| site.archived_at.is_some()) {
        return Err(ApiError::NotFound("site"));
    }
    let (field, detail) = match site::add_page(tx, id, page, now()).await? {
        Added::Done => return Ok(()),
        Added::Taken => ("/path", format!("The site has a page at {} already. Choose another path.", page.path)),
        Added::Full => ("/path", format!("The site has {MOST_PAGES} pages, which is the maximum.")),
        Added::Unbuilt => ("/path", "The site has no pages yet. Build it first.".to_owned()),
    };
    Err(ApiError::Conflict(FieldError::new(field, detail)))
}

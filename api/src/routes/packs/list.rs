//! Lists the packs of all verticals.

use std::collections::{BTreeMap, BTreeSet};

use axum::extract::State;
use chrono::{DateTime, NaiveDate, Utc};
use engines::local::catalog::{VerticalName, vertical_names};
use serde::{Deserialize, Serialize};
use shared::{domain::pack::OwnPack, store::pack};
use utoipa::{IntoParams, ToSchema};

use super::{
    key::is_language,
    summary::{self, Summary},
    view::SourceView,
};
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Language, such as `en` or `pt-BR`. Default: `en`.
    language: Option<String>,
}

/// The pack of a vertical in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ListedPack)]
pub(super) struct Listed {
    /// Slug of the vertical.
    vertical: String,
    /// Name of the vertical.
    name: String,
    /// Whether there is a pack. Without one no site of the vertical can be deployed.
    has_pack: bool,
    has_built_in: bool,
    has_own: bool,
    /// Which pack counts; `null` without one.
    source: Option<SourceView>,
    title: Option<String>,
    words: Option<usize>,
    questions: Option<usize>,
    /// Day of the last revision, as the pack says.
    updated: Option<NaiveDate>,
    /// Who must review pages before they are published; `null` for trades that are not regulated.
    review: Option<String>,
    /// Number of errors that the check found.
    errors: Option<usize>,
    /// Number of warnings.
    warnings: Option<usize>,
    /// Time of the latest change of the own pack.
    changed_at: Option<DateTime<Utc>>,
}

/// The packs of all verticals.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PackList)]
pub(super) struct Answer {
    success: Success,
    language: String,
    /// Languages that have a pack.
    languages: Vec<String>,
    packs: Vec<Listed>,
}

/// List packs.
///
/// All verticals in the order of the market data, with the pack that counts: the workspace's own one, otherwise the built-in
/// one.
#[utoipa::path(get, path = "/api/packs", tag = "packs", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let language = params.language.unwrap_or_else(|| "en".to_owned());
    if !is_language(&language) {
        return Err(ApiError::invalid("/language", "must be a language such as en or pt-BR"));
    }
    let built_in = summary::built_in().await?;
    let own = pack::list(&state.db, member.workspace_id, None).await?;
    let active = || own.iter().filter(|pack| pack.is_active);
    let languages: BTreeSet<&str> = built_in
        .keys()
        .map(|(language, _)| language.as_str())
        .chain(active().map(|pack| pack.language.as_str()))
        .collect();
    let languages = languages.into_iter().map(str::to_owned).collect();
    let of_language: BTreeMap<&str, &OwnPack> =
        active().filter(|pack| pack.language == language).map(|pack| (pack.vertical.as_str(), pack)).collect();
    let one = |vertical: VerticalName| {
        let known = built_in.get(&(language.clone(), vertical.slug.to_owned()));
        listed(vertical, known, of_language.get(vertical.slug).copied())
    };
    let packs = vertical_names().map(one).collect();
    Ok(Json(Answer { success: Success, languages, packs, language }))
}

fn listed(vertical: VerticalName, built_in: Option<&Summary>, own: Option<&OwnPack>) -> Listed {
    let number = |count: i32| usize::try_from(count).unwrap_or(0);
    let source = own.map(|_| SourceView::Own).or(built_in.map(|_| SourceView::BuiltIn));
    Listed {
        vertical: vertical.slug.to_owned(),
        name: vertical.name.to_owned(),
        has_pack: source.is_some(),
        has_built_in: built_in.is_some(),
        has_own: own.is_some(),
        source,
        title: own.map(|pack| pack.title.clone()).or(built_in.map(|pack| pack.title.clone())),
        words: own.map(|pack| number(pack.words)).or(built_in.map(|pack| pack.words)),
        questions: own.map(|pack| number(pack.questions)).or(built_in.map(|pack| pack.questions)),
        updated: own.map(|pack| pack.updated).or(built_in.map(|pack| pack.updated)),
        review: own.map_or_else(|| built_in.and_then(|pack| pack.review.clone()), |pack| pack.review.clone()),
        // An own pack with errors is not stored.
        errors: own.map(|_| 0).or(built_in.map(|pack| pack.errors)),
        warnings: own.map(|pack| number(pack.warnings)).or(built_in.map(|pack| pack.warnings)),
        changed_at: own.map(|pack| pack.changed_at),
    }
}

//! Lists questions that a document could answer.

use std::collections::BTreeSet;

use axum::extract::State;
use chrono::{DateTime, NaiveTime, Utc};
use documents::{common_words, is_question, search_terms};
use serde::Serialize;
use shared::{
    domain::{document::Document, keyword::Keyword},
    store::{
        keyword::{self, Filter, Sort},
        related_question::{self, RelatedQuestion},
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::body;
use crate::{
    error::Result,
    extract::{Json, Member, Path, Success},
    state::AppState,
};

/// Maximum number of questions of each source.
const MOST: usize = 20;
/// Queries that are looked at for each word, those with most impressions first.
const LOOKED_AT: usize = 300;

/// Where a question comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = QuestionSource)]
enum Source {
    /// Related questions in search results of a tracked keyword.
    PeopleAlsoAsk,
    /// A query of the website.
    OwnQuery,
}

/// A question that people ask.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OfferedQuestion)]
struct Offered {
    question: String,
    source: Source,
    /// Query whose results showed it; `null` for a query of the website.
    query: Option<String>,
    /// Provider of the results, or source of the query, such as `search_console`.
    origin: String,
    /// Number of checks that showed it, or impressions of the query.
    count: i64,
    /// Time of the results, or last day of the query's figures.
    seen_at: Option<DateTime<Utc>>,
}

/// Questions that people ask about the subject of a document.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OfferedQuestions)]
pub(super) struct Answer {
    success: Success,
    questions: Vec<Offered>,
}

/// List questions that people ask about the subject of a document.
///
/// Related questions ("people also ask") in the search results of tracked keywords whose words contain the document's query or
/// are contained in it, then queries of the document's website about the same subject, questions first. At most 20 of each.
#[utoipa::path(
    get, path = "/api/documents/{id}/questions", tag = "documents", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let row = body::found(&state, member.workspace_id, id).await?;
    let most = i64::try_from(MOST * 5).unwrap_or(i64::MAX);
    let related = related_question::about(&state.db, member.workspace_id, &row.query, most).await?;
    let mut questions = merged(related);
    questions.extend(own(&state, member.workspace_id, &row).await?);
    Ok(Json(Answer { success: Success, questions }))
}

/// Joins equal questions of several queries.
fn merged(related: Vec<RelatedQuestion>) -> Vec<Offered> {
    let mut all: Vec<Offered> = Vec::new();
    for one in related {
        let same = |offered: &&mut Offered| offered.question.to_lowercase() == one.question.to_lowercase();
        if let Some(known) = all.iter_mut().find(same) {
            known.count += one.times;
            known.seen_at = known.seen_at.max(Some(one.seen_at));
        } else if all.len() < MOST {
            all.push(Offered {
                question: one.question,
                source: Source::PeopleAlsoAsk,
                query: Some(one.query),
                origin: one.provider,
                count: one.times,
                seen_at: Some(one.seen_at),
            });
        }
    }
    all
}

/// Returns queries of the document's website about its subject.
async fn own(state: &AppState, workspace_id: Uuid, row: &Document) -> Result<Vec<Offered>> {
    let Some(website_id) = row.website_id else { return Ok(Vec::new()) };
    let place = row.place.as_deref().unwrap_or_default();
    let common = |query: &str| common_words(&row.query, place, query);
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for term in search_terms(&row.query) {
        let page = keyword::list(&state.db, workspace_id, &filter(website_id, term), LOOKED_AT).await?;
        let about = page.items.into_iter().map(|Keyword { body, .. }| body.0);
        found.extend(about.filter(|one| common(&one.query) > 0 && seen.insert(one.query.to_lowercase())));
    }
    found
        .sort_by_cached_key(|one| (!is_question(&one.query), std::cmp::Reverse((common(&one.query), one.impressions))));
    found.truncate(MOST);
    let offered = found.into_iter().map(|one| Offered {
        question: one.query,
        source: Source::OwnQuery,
        query: None,
        origin: one.source,
        count: one.impressions,
        seen_at: one.observed_to.map(|day| day.and_time(NaiveTime::MIN).and_utc()),
    });
    Ok(offered.collect())
}

fn filter(website_id: Uuid, term: String) -> Filter {
    Filter {
        website_id,
        contains: Some(term),
        intent: None,
        cluster_no: None,
        win: None,
        min_impressions: None,
        sort: Sort::Impressions,
        descending: true,
        offset: 0,
    }
}

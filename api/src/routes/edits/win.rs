//! The title and description that a quick win needs, from the words of its page.

use ::edits::Change;
use engines::{
    common::Control,
    content::fixes::{FixInput, PageFacts, Proposal, page_fixes},
};
use shared::{
    domain::{observation::SeenPage, opportunity::Opportunity, website::Website},
    store::import,
};
use uuid::Uuid;

use super::implement::path;
use crate::{
    error::{ApiError, Result},
    state::AppState,
};

/// Status of a page that was read without one.
const OK: u16 = 200;
/// Kinds of wins that a title or description can gain; others need work on the text.
const KINDS: [&str; 4] = ["ctr_gap", "striking_distance", "rising", "decay"];

/// Returns the changes of the page of a quick win; none without the page's content, or if it has what the win needs.
///
/// # Errors
/// Returns an error if a query fails.
pub(super) async fn changes(
    state: &AppState, workspace_id: Uuid, website: &Website, opportunity: &Opportunity,
) -> Result<Vec<Change>> {
    let body = &opportunity.body.0;
    let page = body.evidence.get("page").and_then(serde_json::Value::as_str);
    let (Some(keyword), Some(page)) = (body.keyword.clone(), page) else { return Ok(Vec::new()) };
    let Some(path) = path(website, page).filter(|_| KINDS.contains(&body.category.as_str())) else {
        return Ok(Vec::new());
    };
    let seen = import::page_at(&state.db, workspace_id, website.id, page).await?;
    let Some(seen) = seen.filter(|seen| seen.status.unwrap_or(OK) == OK) else { return Ok(Vec::new()) };
    tokio::task::spawn_blocking(move || propose(seen, keyword, &path)).await.map_err(ApiError::unexpected)
}

fn propose(seen: SeenPage, keyword: String, path: &str) -> Vec<Change> {
    let input = FixInput {
        url: seen.url.clone(),
        keyword,
        observed_at: seen.observed_at.unwrap_or_default(),
        status: Some(seen.status.unwrap_or(OK)),
        page: Some(PageFacts {
            url: seen.url,
            title: seen.title,
            description: seen.description,
            h1: seen.h1,
            headings: seen.headings,
            text: seen.text.unwrap_or_default(),
            words: seen.words.unwrap_or_default(),
            canonical: seen.canonical,
            is_indexable: true,
            ..PageFacts::default()
        }),
        ..FixInput::default()
    };
    // A page that the engine refuses, such as a very long one, needs a person.
    let fixes = page_fixes(&input, &Silent).map(|report| report.fixes).unwrap_or_default();
    let change = |proposal: Proposal| match proposal {
        Proposal::Title(title) => Some(Change::SetTitle { path: path.to_owned(), title }),
        Proposal::Description(description) => Some(Change::SetDescription { path: path.to_owned(), description }),
        _ => None,
    };
    let proposals = fixes.into_iter().flat_map(|fix| fix.proposals);
    proposals.filter_map(change).filter(|change| change.validate().is_ok()).collect()
}

/// The engine is done before anyone could ask for its progress.
struct Silent;

impl Control for Silent {
    fn progress(&self, _percent: f64, _stage: &str, _message: &str) {}

    fn is_cancelled(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(title: &str) -> SeenPage {
        SeenPage {
            url: "https://a.example/drains/".to_owned(),
            title: Some(title.to_owned()),
            h1: Some("Drains".to_owned()),
            text: Some(
                "We offer drain cleaning in Tulsa. A camera finds what blocks the pipe before anyone digs up the yard of \
                 your house."
                    .to_owned(),
            ),
            ..SeenPage::default()
        }
    }

    #[test]
    fn title_without_the_keyword_gets_it_and_one_with_it_stays() {
        let changes =
            propose(seen("What we do for homes | Prairie Pipes"), "drain cleaning tulsa".to_owned(), "/drains/");
        let title = changes.iter().find_map(|change| match change {
            Change::SetTitle { path, title } if path == "/drains/" => Some(title.as_str()),
            _ => None,
        });
        assert!(title.is_some_and(|title| title.to_lowercase().starts_with("drain cleaning tulsa")), "{changes:?}");
        assert!(changes.iter().all(|change| matches!(change.kind(), "set_title" | "set_description")), "{changes:?}");
        let other = propose(seen("Drain cleaning in Tulsa, every hour"), "drain cleaning tulsa".to_owned(), "/drains/");
        assert!(other.iter().all(|change| change.kind() != "set_title"), "{other:?}");
    }
}

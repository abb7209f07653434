//! The text of a document as a version of a page.

use documents::{Brief, CitedFact};
use engines::content::FactKind;
use shared::{
    domain::document::{Document, VersionOrigin},
    store::document::{self, NewVersion},
};
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Changes, Member},
    routes::documents::{found, wanted_version},
    state::AppState,
};

/// Maximum number of characters of a document's title in the note.
const TITLE_CHARS: usize = 200;

/// A document and the version of it that a page gets.
pub(super) struct Source {
    pub(super) document: Document,
    pub(super) version: NewVersion,
}

/// Returns a version of a document, the current one unless a number is given, as a version of a page based on none.
pub(super) async fn source(
    state: &AppState, member: &Member<Changes>, document_id: Uuid, number: Option<i32>,
) -> Result<Source> {
    let workspace_id = member.workspace_id;
    let document = found(state, workspace_id, document_id).await?;
    let version = wanted_version(state, workspace_id, &document, number).await?;
    let is_generated = document::is_generated(&state.db, workspace_id, document.id, version.info.number).await?;
    let brief: Brief = serde_json::from_value(document.brief.0.clone()).map_err(ApiError::unexpected)?;
    let cited: Vec<CitedFact> = serde_json::from_value(version.cited.0).map_err(ApiError::unexpected)?;
    let cited: Vec<CitedFact> = cited.into_iter().map(|fact| with_kind(fact, &brief)).collect();
    let title: String = document.title.chars().take(TITLE_CHARS).collect();
    let version = NewVersion {
        base: 0,
        // Pages that a model wrote are labeled as such, also after edits by hand.
        origin: if is_generated { VersionOrigin::Generated } else { VersionOrigin::Edited },
        draft: version.draft.0,
        cited: serde_json::to_value(cited).map_err(ApiError::unexpected)?,
        score: version.info.score.map(|score| score.0),
        words: version.info.words,
        run_id: None,
        user_id: member.caller.user_id,
        prompts: None,
        model: version.info.model,
        cost_micros: 0,
        note: format!("Text of “{title}”, version {}", version.info.number),
    };
    Ok(Source { document, version })
}

/// Returns a fact that names what it is. Cited facts have no kind, and the checks of a release look for the word: that a
/// business is licensed needs a fact that says so. A rating or an award counts only if the owner has confirmed it.
fn with_kind(fact: CitedFact, brief: &Brief) -> CitedFact {
    let Some(known) = brief.facts.iter().find(|known| known.id == fact.id) else { return fact };
    let word = match known.kind {
        FactKind::Licence => "License (licensed)",
        FactKind::Insurance => "Insurance (insured)",
        FactKind::Experience => "Experience",
        FactKind::Guarantee => "Guarantee (guarantees)",
        FactKind::Rating if known.is_owner_supplied => "Rating (rated)",
        FactKind::Award if known.is_owner_supplied => "Award",
        _ => return fact,
    };
    let mut words = known.value.split_whitespace().map(str::to_lowercase);
    if words.any(|word| matches!(word.as_str(), "no" | "not" | "none" | "without")) {
        return fact;
    }
    CitedFact { text: format!("{word}: {}", fact.text), ..fact }
}

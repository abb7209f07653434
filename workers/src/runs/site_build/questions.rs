//! Questions that people ask about the trade of a site: those that SERPs of tracked keywords showed, and queries of its own
//! visitors.

use std::collections::BTreeSet;

use shared::{
    domain::site::Site,
    store::{keyword, related_question},
};

use crate::{context::RunContext, error::JobError};

/// Questions of one look-up, and of a site.
const AT_ONCE: i64 = 100;
const MOST: usize = 200;
/// Maximum number of characters of a question.
const CHARS: usize = 200;

/// Loads the questions about a site, those of its own visitors first.
pub(super) async fn load(context: &RunContext, site: &Site) -> Result<Vec<String>, JobError> {
    let (db, ws) = (&context.db, site.workspace_id);
    let mut found = keyword::questions(db, ws, site.id, AT_ONCE).await?;
    for phrase in phrases(site) {
        let related = related_question::about(db, ws, &phrase, AT_ONCE).await?;
        found.extend(related.into_iter().map(|one| one.question));
    }
    let mut seen = BTreeSet::new();
    let is_new = |question: &String| {
        let count = question.chars().count();
        (1..=CHARS).contains(&count) && seen.insert(question.to_lowercase())
    };
    Ok(found.into_iter().map(|text| text.trim().to_owned()).filter(is_new).take(MOST).collect())
}

/// Returns the words under which people look for the trade of a site.
pub(super) fn phrases(site: &Site) -> Vec<String> {
    let mut phrases = vec![site.vertical_name.to_lowercase(), site.vertical.replace('-', " ")];
    if let Some(Ok(pack)) = editorial::library::pack("en", &site.vertical) {
        phrases.extend([pack.terms.work, pack.terms.worker, pack.terms.business].map(|words| words.to_lowercase()));
    }
    phrases.sort_unstable();
    phrases.dedup();
    phrases.retain(|phrase| !phrase.trim().is_empty());
    phrases
}

//! Keywords whose figures a run fetches.

use std::collections::HashSet;

use uuid::Uuid;

use crate::{
    domain::keyword_data::{KeywordOrder, MOST_KEYWORDS, is_measurable},
    store::{Db, Executor, Result, macros::*, rank},
};

/// Keywords whose figures are wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WantedKeywords {
    /// Each once: given keywords, then tracked ones, then keywords of the latest analysis.
    pub keywords: Vec<String>,
    /// Number of those that are left out: over the most of a run, or not measured by Google Ads.
    pub left_out: usize,
}

impl WantedKeywords {
    fn add(&mut self, keywords: Vec<String>, seen: &mut HashSet<String>) {
        for keyword in keywords {
            if !seen.insert(keyword.to_lowercase()) {
                continue;
            }
            if is_measurable(&keyword) && self.keywords.len() < MOST_KEYWORDS {
                self.keywords.push(keyword);
            } else {
                self.left_out += 1;
            }
        }
    }
}

/// Returns the keywords whose figures an order wants.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn wanted(db: &Db, workspace_id: Uuid, order: &KeywordOrder) -> Result<WantedKeywords> {
    let (mut wanted, mut seen) = (WantedKeywords::default(), HashSet::new());
    wanted.add(order.keywords.clone(), &mut seen);
    if order.tracked {
        let tracked = rank::all(db, workspace_id, order.website_id).await?;
        wanted.add(tracked.into_iter().map(|one| one.keyword).collect(), &mut seen);
    }
    if order.known {
        wanted.add(unmeasured(db, workspace_id, order.website_id).await?, &mut seen);
    }
    Ok(wanted)
}

/// Returns queries of a website without a volume of a keyword tool, the most valuable first, twice as many as a run takes.
async fn unmeasured(executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid) -> Result<Vec<String>> {
    let sql = "SELECT query FROM keywords
                WHERE workspace_id = $1 AND website_id = $2
                  AND (volume IS NULL OR body ->> 'volumeSource' = 'impressions')
                GROUP BY query ORDER BY MAX(COALESCE(value_cents, 0)) DESC, MAX(impressions) DESC, query LIMIT $3";
    let most = i64::try_from(MOST_KEYWORDS * 2).unwrap_or(i64::MAX);
    let rows = query_all!(executor.into(), (String,), sql, workspace_id, website_id, most)?;
    Ok(rows.into_iter().map(|(query,)| query).collect())
}

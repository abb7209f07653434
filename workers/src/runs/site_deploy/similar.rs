//! Compares the pages of a site with those of sites that went live since its build.
//!
//! Sites that are built at the same time do not know each other's pages, so that the checks of a build are not enough.

use gate::{Limits, Shingles, Sketch};
use shared::{
    domain::site::Site,
    store::site::{self, PageSketch, StoredSketch},
};
use uuid::Uuid;

use crate::{context::RunContext, error::JobError};

/// Maximum number of pages of other sites.
const MOST_SKETCHES: i64 = 200_000;
/// What a sketch may estimate too low.
const MARGIN: f64 = 0.1;
/// Pages that are compared between two checks for cancellation.
const BETWEEN: usize = 1_024;

/// Fails if a page repeats a page of another live site of the workspace.
pub(super) async fn check(context: &RunContext, site: &Site) -> Result<(), JobError> {
    let (db, ws) = (&context.db, context.run.workspace_id);
    let own = site::own_sketches(db, ws, site.id).await?;
    let others = site::live_sketches(db, ws, site.id, MOST_SKETCHES).await?;
    if own.is_empty() || others.is_empty() {
        return Ok(());
    }
    let (own, pairs) = context.compute(move |context| candidates(&context, own, &others)).await?;
    let mut wanted: Vec<(Uuid, String)> = pairs.iter().map(|(_, page)| page.clone()).collect();
    wanted.sort_unstable();
    wanted.dedup();
    let found = site::shingles(db, ws, &wanted).await?;
    let block = Limits::default().block_similarity;
    for (id, path, bytes) in found {
        let theirs = Shingles::from_bytes(&bytes).map_err(|error| JobError::defect(&error))?;
        for (at, _) in pairs.iter().filter(|(_, page)| *page == (id, path.clone())) {
            let Some(page) = own.get(*at) else { continue };
            let ours = Shingles::from_bytes(&page.shingles).map_err(|error| JobError::defect(&error))?;
            if ours.jaccard(&theirs) >= block {
                return Err(repeated(context, &page.path, id, &path).await);
            }
        }
    }
    Ok(())
}

type Pairs = Vec<(usize, (Uuid, String))>;

/// Returns the pairs of an own page and a page of another site that may be near-duplicates.
fn candidates(
    context: &RunContext, own: Vec<PageSketch>, others: &[StoredSketch],
) -> Result<(Vec<PageSketch>, Pairs), JobError> {
    let least = Limits::default().block_similarity - MARGIN;
    let read = |bytes: &[u8]| Sketch::from_bytes(bytes).map_err(|error| JobError::defect(&error));
    let sketches = own.iter().map(|page| read(&page.sketch)).collect::<Result<Vec<_>, _>>()?;
    let mut pairs = Vec::new();
    for part in others.chunks(BETWEEN) {
        if context.is_cancelled() {
            return Err(JobError::Cancelled);
        }
        for other in part {
            let theirs = read(&other.sketch)?;
            let similar = sketches.iter().enumerate().filter(|(_, ours)| ours.similarity(&theirs) >= least);
            pairs.extend(similar.map(|(at, _)| (at, (other.website_id, other.path.clone()))));
        }
    }
    Ok((own, pairs))
}

async fn repeated(context: &RunContext, ours: &str, id: Uuid, theirs: &str) -> JobError {
    let found = site::find(&context.db, context.run.workspace_id, id).await;
    let name = found.ok().flatten().map_or_else(|| "another site".to_owned(), |site| site.name);
    let detail = format!(
        "The page {ours} repeats the page {theirs} of {name}, which went live since the build. Build the site again and \
         rewrite the page."
    );
    JobError::permanent("near-duplicate", detail)
}

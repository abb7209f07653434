//! Builds a site and claims its pages, so that of two builds at the same time the later one differs from the earlier one.

use gate::{Limits, Sketch, StoredPage};
use shared::store::site::{self, PageSketch, SketchClaim, StoredSketch};

use super::{
    load::Loaded,
    work::{self, Built},
};
use crate::{context::RunContext, error::JobError};

/// Maximum number of claims of a build, each after pages that other builds claimed meanwhile.
const CLAIMS: usize = 50;
/// What a sketch may estimate too low.
const MARGIN: f64 = 0.1;

/// Builds a site until its pages differ from those of all other sites, or until the checks forbid it for another reason.
pub(super) async fn built(context: &RunContext, loaded: Loaded) -> Result<Built, JobError> {
    let (mut loaded, mut built) = build(context, loaded).await?;
    for _ in 0..CLAIMS {
        if built.effect.release.is_blocked {
            return Ok(built);
        }
        let own = &built.effect.sketches;
        let claim = site::claim_sketches(&context.db, &context.run, loaded.site.id, loaded.claim, own).await?;
        match claim {
            SketchClaim::Held => return Ok(built),
            SketchClaim::Gone => return Err(JobError::Cancelled),
            SketchClaim::Newer(claim, pages) => {
                loaded.claim = claim;
                let pages = read(pages)?;
                let is_similar = is_similar(context, own, &pages)?;
                loaded.replace(pages);
                if is_similar {
                    (loaded, built) = build(context, loaded).await?;
                }
            }
        }
    }
    Err(JobError::transient("sites-busy", "Many sites are being built. This one is tried again later."))
}

async fn build(context: &RunContext, loaded: Loaded) -> Result<(Loaded, Built), JobError> {
    context
        .compute(move |context| {
            let built = work::build(&context, &loaded)?;
            Ok((loaded, built))
        })
        .await
}

fn read(pages: Vec<StoredSketch>) -> Result<Vec<StoredPage>, JobError> {
    let page = |row: StoredSketch| {
        let sketch = Sketch::from_bytes(&row.sketch).map_err(|error| JobError::defect(&error))?;
        Ok(StoredPage { site: row.website_id.to_string(), path: row.path, sketch, shingles: None })
    };
    pages.into_iter().map(page).collect()
}

/// Whether a page may be a near-duplicate of one that was claimed meanwhile.
fn is_similar(context: &RunContext, own: &[PageSketch], others: &[StoredPage]) -> Result<bool, JobError> {
    let least = Limits::default().block_similarity - MARGIN;
    for page in own {
        if context.is_cancelled() {
            return Err(JobError::Cancelled);
        }
        let sketch = Sketch::from_bytes(&page.sketch).map_err(|error| JobError::defect(&error))?;
        if others.iter().any(|other| sketch.similarity(&other.sketch) >= least) {
            return Ok(true);
        }
    }
    Ok(false)
}

//! What a build changes so that no page is a near-duplicate of a page of the site or of another site of the workspace.

pub(super) use gate::Variation as Changes;

/// Maximum number of plans of a build.
pub(super) const ROUNDS: usize = Changes::ROUNDS;

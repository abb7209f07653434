//! A site that was read, and its checks.

use std::collections::BTreeSet;

use engines::common::Control;

use crate::{
    Candidate, GateError, Limits, PageKey, Portfolio, Report, SketchedPage, StoredPage, checks,
    error::checkpoint,
    page::{Content, read},
    sketch::{compare_with, sketch_page},
};

/// Maximum number of stored pages of a portfolio.
const MOST_STORED: usize = 2_000_000;
/// Stored pages compared between two checks for cancellation.
const BETWEEN: usize = 1_024;

/// A site whose files were parsed and whose pages were sketched.
#[derive(Debug)]
pub struct Prepared<'a> {
    pub(crate) candidate: &'a Candidate<'a>,
    pub(crate) content: Content<'a>,
    pub(crate) sketches: Vec<SketchedPage>,
}

impl<'a> Prepared<'a> {
    /// Reads the files of a site.
    ///
    /// # Errors
    /// Returns [`GateError::TooLarge`], [`GateError::InvalidInput`] for a site without a page or with a broken address, or
    /// [`GateError::Cancelled`].
    pub fn new(candidate: &'a Candidate<'a>, control: &dyn Control) -> Result<Self, GateError> {
        let content = read(candidate, control)?;
        let sketches = content.readings.iter().filter_map(|reading| sketch_page(candidate.site, reading)).collect();
        checkpoint(control)?;
        Ok(Self { candidate, content, sketches })
    }

    /// Returns the sketches of the pages, to be stored for the checks of other sites.
    #[must_use]
    pub fn sketches(&self) -> &[SketchedPage] {
        &self.sketches
    }

    /// Names the stored pages whose shingles [`Prepared::check`] needs: those that may be similar.
    ///
    /// # Errors
    /// Returns [`GateError::TooLarge`] or [`GateError::Cancelled`].
    pub fn needs(
        &self, stored: &[StoredPage], limits: &Limits, control: &dyn Control,
    ) -> Result<Vec<PageKey>, GateError> {
        let pairs = self.pairs(stored, limits, control)?;
        let keys: BTreeSet<PageKey> =
            pairs.into_iter().map(|(_, page)| PageKey { site: page.site.clone(), path: page.path.clone() }).collect();
        Ok(keys.into_iter().collect())
    }

    /// Returns the pairs of an own and a stored page that may be similar.
    pub(crate) fn pairs<'s>(
        &self, stored: &'s [StoredPage], limits: &Limits, control: &dyn Control,
    ) -> Result<Vec<(usize, &'s StoredPage)>, GateError> {
        if stored.len() > MOST_STORED {
            return Err(GateError::TooLarge { what: "pages of the portfolio", got: stored.len(), limit: MOST_STORED });
        }
        let own = &self.candidate.state.site_id;
        let mut pairs = Vec::new();
        for part in stored.chunks(BETWEEN) {
            checkpoint(control)?;
            for page in part.iter().filter(|page| own.is_empty() || page.site != *own) {
                pairs.extend(compare_with(&self.sketches, &page.sketch, limits).map(|at| (at, page)));
            }
        }
        Ok(pairs)
    }

    /// Runs all checks.
    ///
    /// # Errors
    /// Returns [`GateError::MissingShingles`] if a page that [`Prepared::needs`] names has no shingles,
    /// [`GateError::InvalidInput`] for limits out of range, [`GateError::TooLarge`] or [`GateError::Cancelled`].
    pub fn check(&self, portfolio: &Portfolio, limits: &Limits, control: &dyn Control) -> Result<Report, GateError> {
        limits.validate()?;
        checks::run(self, portfolio, limits, control)
    }
}

/// Checks a site.
///
/// # Errors
/// Returns the errors of [`Prepared::new`] and [`Prepared::check`].
pub fn check(
    candidate: &Candidate<'_>, portfolio: &Portfolio, limits: &Limits, control: &dyn Control,
) -> Result<Report, GateError> {
    limits.validate()?;
    Prepared::new(candidate, control)?.check(portfolio, limits, control)
}

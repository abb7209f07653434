//! Plans a site: which pages it has, what each says, and how they are linked.
//!
//! Pages about the trade are composed by the content engine; none repeats a statement of another. Pages about the site are
//! written from the facts of the operator. A page with too little to say is left out, with the reason.

mod about;
mod answers;
mod areas;
mod check;
mod contact;
mod error;
mod index;
mod input;
mod job;
mod links;
mod name;
mod output;
mod privacy;
mod profile;
mod recording;
mod region;
mod services;
mod terms;
mod text;
mod titles;

use engines::common::Control;

pub use error::PlanError;
pub use input::{PAGES_AT_LAUNCH, PlanInput, PlannedPlace};
pub use output::{LeftOut, PlanNote, Planned};
pub use recording::says_calls_are_recorded;

use crate::SiteKind;
use job::Job;

/// Plans a site and writes the pages that do not exist yet. The same input and seed give the same site.
///
/// # Errors
/// Returns [`PlanError::Invalid`] with the field, [`PlanError::Page`] if the home page cannot be written, or
/// [`PlanError::Cancelled`].
pub fn plan(input: &PlanInput, control: &dyn Control) -> Result<Planned, PlanError> {
    check::check(input)?;
    let mut job = Job::new(input, control)?;
    job.about_the_site()?;
    services::write(&mut job)?;
    if input.kind == SiteKind::Dominator {
        areas::write(&mut job)?;
        index::write(&mut job)?;
    }
    answers::write(&mut job)?;
    job.finish()
}

impl Job<'_> {
    /// Writes the pages about the site, which every site has.
    fn about_the_site(&mut self) -> Result<(), PlanError> {
        about::write(self)?;
        contact::write(self)?;
        privacy::write(self)?;
        terms::write(self)
    }
}

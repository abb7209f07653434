//! Filter of tracked keywords, in lists and exports.

use shared::{domain::rank::RankDevice, store::rank::RankFilter};
use uuid::Uuid;

use crate::error::{ApiError, Result};

/// Query parameters that choose keywords.
pub(super) struct Filter<'a> {
    pub(super) q: Option<&'a str>,
    pub(super) tag: Option<&'a str>,
    pub(super) device: Option<RankDevice>,
    pub(super) place: Option<&'a str>,
    pub(super) ranks: Option<&'a str>,
    pub(super) feature: Option<&'a str>,
}

impl Filter<'_> {
    /// Returns the filter of a website's keywords by text.
    ///
    /// # Errors
    /// Refuses a wrong range of ranks.
    pub(super) fn of(&self, website_id: Uuid) -> Result<RankFilter> {
        let text = |text: Option<&str>| text.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
        let (ranks, is_beyond) = range(self.ranks)?;
        Ok(RankFilter {
            contains: text(self.q),
            tag: text(self.tag),
            device: self.device,
            place: self.place.map(str::to_owned),
            ranks,
            is_beyond,
            feature: text(self.feature),
            ..RankFilter::new(website_id)
        })
    }
}

fn range(text: Option<&str>) -> Result<(Option<(i32, i32)>, bool)> {
    let wrong = || ApiError::invalid("/ranks", "must be a range such as 4-10, or beyond");
    match text {
        None => Ok((None, false)),
        Some("beyond") => Ok((None, true)),
        Some(text) => {
            let (low, high) = text.split_once('-').ok_or_else(wrong)?;
            let number = |text: &str| text.parse::<i32>().ok().filter(|rank| (1..=1_000).contains(rank));
            Ok((Some(number(low).zip(number(high)).ok_or_else(wrong)?), false))
        }
    }
}

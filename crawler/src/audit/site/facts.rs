//! Facts of a visited page, and how they are stored.

use url::Url;

use super::key;
use crate::{
    audit::Visit,
    disk::Place,
    page::{Page, content_hash},
};

/// Bytes of stored facts.
pub(super) const BYTES: usize = 3 + 5 * 8 + 2 * Place::BYTES;
/// Language versions of a page.
const MOST_ALTERNATES: usize = 200;

const REDIRECT: u8 = 1;
const NOINDEX: u8 = 2;
const INDEXABLE: u8 = 4;
const ALLOWED: u8 = 8;

/// Facts of a visited page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Facts {
    pub(super) status: Option<u16>,
    pub(super) is_redirect: bool,
    pub(super) is_noindex: bool,
    pub(super) is_indexable: bool,
    pub(super) is_allowed: bool,
    pub(super) canonical: Option<u64>,
    pub(super) title: Option<u64>,
    pub(super) description: Option<u64>,
    pub(super) heading: Option<u64>,
    pub(super) content: Option<u64>,
    pub(super) url: Place,
    /// Keys of its language versions.
    pub(super) alternates: Place,
}

impl Facts {
    /// Returns the facts of a visit, without the places of its texts.
    pub(super) fn of(visit: &Visit<'_>) -> Self {
        let page = visit.page.filter(|_| visit.is_ok());
        let text = |text: Option<&String>| text.filter(|text| !text.is_empty()).map(|text| content_hash(text));
        let heading = page.and_then(|page| page.headings.iter().find(|heading| heading.level == 1));
        Self {
            status: visit.status,
            is_redirect: !visit.redirects.is_empty(),
            is_noindex: page.is_some_and(|page| page.robots.is_noindex("googlebot")),
            is_indexable: visit.is_indexable() && page.is_some(),
            is_allowed: visit.is_allowed,
            canonical: visit.canonical().map(key),
            title: text(page.and_then(|page| page.titles.first())),
            description: text(page.and_then(|page| page.descriptions.first())),
            heading: text(heading.map(|heading| &heading.text)),
            content: page.filter(|page| page.body.content_chars > 0).map(|page| page.body.content_hash),
            ..Self::default()
        }
    }

    pub(super) fn to_bytes(self) -> [u8; BYTES] {
        let mut bytes = Vec::with_capacity(BYTES);
        let flags = [
            (self.is_redirect, REDIRECT),
            (self.is_noindex, NOINDEX),
            (self.is_indexable, INDEXABLE),
            (self.is_allowed, ALLOWED),
        ];
        bytes.push(flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| flag).sum());
        bytes.extend(self.status.unwrap_or(0).to_le_bytes());
        for hash in [self.canonical, self.title, self.description, self.heading, self.content] {
            // Zero is none.
            bytes.extend(hash.map_or(0, |hash| hash.max(1)).to_le_bytes());
        }
        bytes.extend(self.url.to_bytes());
        bytes.extend(self.alternates.to_bytes());
        bytes.try_into().unwrap_or([0; BYTES])
    }

    pub(super) fn from_bytes(bytes: &[u8; BYTES]) -> Self {
        let hash = |number: usize| {
            let hash = bytes[3 + number * 8..].first_chunk().map_or(0, |hash| u64::from_le_bytes(*hash));
            Some(hash).filter(|hash| *hash != 0)
        };
        let place = |number: usize| {
            let place = bytes[3 + 5 * 8 + number * Place::BYTES..].first_chunk();
            place.map_or_else(Place::default, |place| Place::from_bytes(*place))
        };
        Self {
            status: Some(u16::from_le_bytes([bytes[1], bytes[2]])).filter(|status| *status != 0),
            is_redirect: bytes[0] & REDIRECT != 0,
            is_noindex: bytes[0] & NOINDEX != 0,
            is_indexable: bytes[0] & INDEXABLE != 0,
            is_allowed: bytes[0] & ALLOWED != 0,
            canonical: hash(0),
            title: hash(1),
            description: hash(2),
            heading: hash(3),
            content: hash(4),
            url: place(0),
            alternates: place(1),
        }
    }
}

/// Returns the keys of the language versions that a page names.
pub(super) fn alternates(page: &Page) -> Vec<u8> {
    let named = page.document.alternates.iter().filter_map(|alternate| alternate.url.as_ref());
    named.take(MOST_ALTERNATES).flat_map(|url: &Url| key(url).to_le_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_read_as_they_were_stored() {
        let place = |position: u64| {
            let mut bytes = [7; Place::BYTES];
            bytes[..8].copy_from_slice(&position.to_le_bytes());
            Place::from_bytes(bytes)
        };
        let facts = Facts {
            status: Some(404),
            is_noindex: true,
            is_allowed: true,
            canonical: Some(u64::MAX),
            heading: Some(3),
            url: place(1 << 40),
            alternates: place(2),
            ..Facts::default()
        };
        assert_eq!(Facts::from_bytes(&facts.to_bytes()), facts);
        assert_eq!(Facts::from_bytes(&[0; BYTES]), Facts::default());
    }
}

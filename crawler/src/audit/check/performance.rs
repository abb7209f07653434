//! Size and speed.

use super::super::{Found, Visit, thresholds};
use super::{page, page_when};

pub(crate) fn slow(visit: &Visit<'_>) -> Option<Found> {
    let milliseconds = visit.response_ms?;
    Found::when(milliseconds > thresholds::SLOW_MS, || milliseconds.to_string())
}

pub(crate) fn large(visit: &Visit<'_>) -> Option<Found> {
    let bytes = page(visit)?.html_bytes;
    Found::when(bytes > thresholds::LARGE_BYTES, || bytes.to_string())
}

pub(crate) fn uncompressed(visit: &Visit<'_>) -> Option<Found> {
    let page = page(visit)?;
    let is_plain = page.transfer.compression.is_none() && page.html_bytes > thresholds::COMPRESSIBLE_BYTES;
    Found::when(is_plain, || page.html_bytes.to_string())
}

pub(crate) fn cache_missing(visit: &Visit<'_>) -> Option<Found> {
    page_when(visit, |page| page.transfer.cache_control.is_none() && !page.transfer.has_validator)
}

pub(crate) fn many_elements(visit: &Visit<'_>) -> Option<Found> {
    let count = page(visit)?.element_count;
    Found::when(count > thresholds::MOST_ELEMENTS, || count.to_string())
}

pub(crate) fn inline_scripts(visit: &Visit<'_>) -> Option<Found> {
    let bytes = page(visit)?.resources.inline_script_bytes;
    Found::when(bytes > thresholds::INLINE_SCRIPT_BYTES, || bytes.to_string())
}

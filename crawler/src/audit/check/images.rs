//! Images.

use super::super::{Found, Visit, thresholds};
use super::page;
use crate::page::Image;

pub(crate) fn alt_missing(visit: &Visit<'_>) -> Option<Found> {
    Found::each(
        page(visit)?
            .images
            .iter()
            .filter(|image| image.alt.is_none() && !image.is_labelled)
            .map(|image| image.src.as_str()),
    )
}

pub(crate) fn alt_long(visit: &Visit<'_>) -> Option<Found> {
    let is_long = |image: &&Image| image.alt.as_ref().is_some_and(|alt| alt.chars().count() > thresholds::ALT_CHARS);
    Found::each(page(visit)?.images.iter().filter(is_long).map(|image| image.src.as_str()))
}

pub(crate) fn size_missing(visit: &Visit<'_>) -> Option<Found> {
    let lacks = |image: &&Image| image.width.is_none() || image.height.is_none();
    Found::each(page(visit)?.images.iter().filter(lacks).map(|image| image.src.as_str()))
}

//! Titles, descriptions and headings.

use super::super::{Found, Visit, thresholds};
use super::pixels::{self, DESCRIPTION_FONT, TITLE_FONT};
use super::{page, page_when};
use crate::page::Page;

fn title<'a>(visit: &Visit<'a>) -> Option<&'a str> {
    page(visit)?.titles.first().map(String::as_str).filter(|title| !title.is_empty())
}

fn description<'a>(visit: &Visit<'a>) -> Option<&'a str> {
    page(visit)?.descriptions.first().map(String::as_str).filter(|description| !description.is_empty())
}

fn main_headings(page: &Page) -> impl Iterator<Item = &str> {
    page.headings.iter().filter(|heading| heading.level == 1).map(|heading| heading.text.as_str())
}

pub(crate) fn title_missing(visit: &Visit<'_>) -> Option<Found> {
    page_when(visit, |_| title(visit).is_none())
}

pub(crate) fn title_multiple(visit: &Visit<'_>) -> Option<Found> {
    let titles = &page(visit)?.titles;
    (titles.len() > 1).then_some(())?;
    Found::each(titles)
}

pub(crate) fn title_short(visit: &Visit<'_>) -> Option<Found> {
    let title = title(visit).filter(|title| title.chars().count() < thresholds::TITLE_CHARS.0)?;
    // Chinese, Japanese and Korean say more with fewer characters.
    let is_short = pixels::width(title, TITLE_FONT) < thresholds::TITLE_PIXELS / 2;
    Found::when(is_short, || title.to_owned())
}

pub(crate) fn title_long(visit: &Visit<'_>) -> Option<Found> {
    let title = title(visit)?;
    measure(title, thresholds::TITLE_CHARS.1, TITLE_FONT, thresholds::TITLE_PIXELS)
}

fn measure(text: &str, most_chars: usize, font: u32, most_pixels: u32) -> Option<Found> {
    let (chars, width) = (text.chars().count(), pixels::width(text, font));
    Found::when(chars > most_chars || width > most_pixels, || format!("{text} ({chars} characters, {width} px)"))
}

pub(crate) fn title_is_heading(visit: &Visit<'_>) -> Option<Found> {
    let title = title(visit)?;
    let is_same = main_headings(page(visit)?).any(|heading| heading.to_lowercase() == title.to_lowercase());
    Found::when(is_same, || title.to_owned())
}

pub(crate) fn description_missing(visit: &Visit<'_>) -> Option<Found> {
    page_when(visit, |_| description(visit).is_none())
}

pub(crate) fn description_multiple(visit: &Visit<'_>) -> Option<Found> {
    let descriptions = &page(visit)?.descriptions;
    (descriptions.len() > 1).then_some(())?;
    Found::each(descriptions)
}

pub(crate) fn description_short(visit: &Visit<'_>) -> Option<Found> {
    let text = description(visit)?;
    let is_short = text.chars().count() < thresholds::DESCRIPTION_CHARS.0;
    Found::when(is_short && pixels::width(text, DESCRIPTION_FONT) < thresholds::DESCRIPTION_PIXELS / 2, || {
        text.to_owned()
    })
}

pub(crate) fn description_long(visit: &Visit<'_>) -> Option<Found> {
    let text = description(visit)?;
    measure(text, thresholds::DESCRIPTION_CHARS.1, DESCRIPTION_FONT, thresholds::DESCRIPTION_PIXELS)
}

pub(crate) fn heading_missing(visit: &Visit<'_>) -> Option<Found> {
    page_when(visit, |page| main_headings(page).all(str::is_empty))
}

pub(crate) fn heading_multiple(visit: &Visit<'_>) -> Option<Found> {
    let page = page(visit)?;
    (main_headings(page).count() > 1).then_some(())?;
    Found::each(main_headings(page))
}

pub(crate) fn heading_empty(visit: &Visit<'_>) -> Option<Found> {
    let empty = page(visit)?.headings.iter().filter(|heading| heading.text.is_empty());
    Found::each(empty.map(|heading| format!("h{}", heading.level)))
}

pub(crate) fn heading_skipped(visit: &Visit<'_>) -> Option<Found> {
    let headings = page(visit)?.headings.windows(2);
    let gaps = headings.filter(|pair| pair[1].level > pair[0].level + 1);
    Found::each(gaps.map(|pair| format!("h{} after h{}: {}", pair[1].level, pair[0].level, pair[1].text)))
}

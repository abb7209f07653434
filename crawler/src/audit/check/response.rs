//! Status and redirects.

use super::super::{Found, Visit, thresholds};
use super::page;

pub(crate) fn unreachable(visit: &Visit<'_>) -> Option<Found> {
    Found::when(visit.status.is_none() && visit.is_allowed && !visit.is_redirect_loop, || visit.url.to_string())
}

pub(crate) fn client_error(visit: &Visit<'_>) -> Option<Found> {
    status_in(visit, 400..500)
}

pub(crate) fn server_error(visit: &Visit<'_>) -> Option<Found> {
    status_in(visit, 500..600)
}

fn status_in(visit: &Visit<'_>, range: std::ops::Range<u16>) -> Option<Found> {
    let status = visit.status.filter(|status| range.contains(status) && visit.redirects.is_empty())?;
    Found::when(true, || status.to_string())
}

/// Texts of titles and headings of error pages, in the languages with most pages.
const ERRORS: &[&str] = &[
    "404",
    "page not found",
    "not found",
    "page cannot be found",
    "page can't be found",
    "page doesn't exist",
    "page does not exist",
    "no longer available",
    "no longer exists",
    "seite nicht gefunden",
    "page introuvable",
    "page non trouvée",
    "página no encontrada",
    "página não encontrada",
    "pagina non trovata",
    "pagina niet gevonden",
    "страница не найдена",
    "nie znaleziono",
    "ページが見つかりません",
    "找不到",
];
/// Words of a title that names an error: "404" may also be an area code in a longer one.
const ERROR_CHARS: usize = 60;

pub(crate) fn soft_not_found(visit: &Visit<'_>) -> Option<Found> {
    let page = page(visit).filter(|page| page.body.content_words < thresholds::THIN_WORDS)?;
    let headings = page.headings.iter().filter(|heading| heading.level == 1).map(|heading| &heading.text);
    let named = page.titles.iter().chain(headings).find(|text| names_error(text))?;
    Found::when(true, || named.clone())
}

fn names_error(text: &str) -> bool {
    let text = text.to_lowercase().replace('’', "'");
    text.chars().count() <= ERROR_CHARS
        && ERRORS.iter().any(|error| {
            let mut starts = text.match_indices(error);
            starts.any(|(start, _)| is_whole(&text, start, error.len()))
        })
}

/// Returns whether a match is not part of a longer word or number.
fn is_whole(text: &str, start: usize, length: usize) -> bool {
    let before = text[..start].chars().next_back();
    let after = text[start + length..].chars().next();
    [before, after].into_iter().flatten().all(|character| !character.is_alphanumeric())
}

pub(crate) fn redirect_loop(visit: &Visit<'_>) -> Option<Found> {
    visit.is_redirect_loop.then_some(())?;
    Found::each(visit.redirects.iter().map(|hop| hop.url.as_str()))
}

pub(crate) fn redirect_to_error(visit: &Visit<'_>) -> Option<Found> {
    let last = visit.redirects.last()?;
    let status = visit.status.filter(|status| *status >= 400)?;
    Found::when(true, || format!("{} {status}", last.target))
}

pub(crate) fn redirect_chain(visit: &Visit<'_>) -> Option<Found> {
    let is_chain = visit.redirects.len() > thresholds::MOST_REDIRECTS && !visit.is_redirect_loop;
    is_chain.then_some(())?;
    let last = visit.redirects.last().map(|hop| hop.target.as_str());
    Found::each(visit.redirects.iter().map(|hop| hop.url.as_str()).chain(last))
}

pub(crate) fn temporary_redirect(visit: &Visit<'_>) -> Option<Found> {
    let temporary = visit.redirects.iter().filter(|hop| matches!(hop.status, 302 | 303 | 307));
    Found::each(temporary.map(|hop| format!("{} {}", hop.url, hop.status)))
}

pub(crate) fn meta_refresh(visit: &Visit<'_>) -> Option<Found> {
    let target = page(visit)?.document.refresh.as_ref()?.href.clone()?;
    Found::when(true, || target)
}

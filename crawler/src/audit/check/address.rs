//! Form of addresses.

use super::super::{Found, Visit, thresholds};

fn path_when(visit: &Visit<'_>, holds: impl FnOnce(&str) -> bool) -> Option<Found> {
    let path = visit.url.path();
    Found::when(visit.is_ok() && holds(path), || path.to_owned())
}

pub(crate) fn uppercase(visit: &Visit<'_>) -> Option<Found> {
    path_when(visit, |path| {
        // The digits of encoded bytes are written in capitals.
        let plain = path
            .split('%')
            .enumerate()
            .map(|(index, part)| if index == 0 { part } else { part.get(2..).unwrap_or_default() });
        plain.into_iter().any(|part| part.bytes().any(|byte| byte.is_ascii_uppercase()))
    })
}

pub(crate) fn underscore(visit: &Visit<'_>) -> Option<Found> {
    path_when(visit, |path| path.contains('_'))
}

pub(crate) fn long(visit: &Visit<'_>) -> Option<Found> {
    let chars = visit.url.as_str().chars().count();
    Found::when(visit.is_ok() && chars > thresholds::URL_CHARS, || chars.to_string())
}

pub(crate) fn parameters(visit: &Visit<'_>) -> Option<Found> {
    let names: Vec<String> = visit.url.query_pairs().map(|(name, _)| name.into_owned()).collect();
    (visit.is_ok() && names.len() > thresholds::URL_PARAMETERS).then_some(())?;
    Found::each(names)
}

pub(crate) fn encoded(visit: &Visit<'_>) -> Option<Found> {
    path_when(visit, |path| path.contains('%') || path.contains('+'))
}

pub(crate) fn double_slash(visit: &Visit<'_>) -> Option<Found> {
    path_when(visit, |path| path.contains("//"))
}

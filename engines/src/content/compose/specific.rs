//! Checks that a page about a place says enough that holds only there or only for the business.

use std::collections::BTreeSet;

use super::super::facts::Sheet;
use super::super::input::{ComposeInput, Draft, Fact, FactKind};
use super::super::output::CitedFact;
use super::super::place::PlaceFacts;
use super::library::Library;
use super::{Checked, EngineError};

/// Minimum number of statements that hold for the place or the business alone. Without them a page for another place would be the
/// same page with another name.
const FEWEST: usize = 2;

/// Returns the minimum that the caller asks for.
pub(super) fn least(params: &Checked) -> usize {
    FEWEST.min(params.min_place_facts as usize)
}

/// Counts the statements of a page that hold for its place or its business alone: figures of the place, statements that depend on
/// its climate, homes, density or state, and facts beyond names and telephone. A season is no place.
///
/// # Errors
/// Returns [`EngineError::TooLittle`] for a page about a place with too few of them, unless `minPlaceFacts` asks for fewer.
pub(super) fn check(
    input: &ComposeInput, params: &Checked, library: Option<&Library>, known: Sheet<'_>, draft: &Draft,
    cited: &[CitedFact], conflicts: usize,
) -> Result<(), EngineError> {
    let least = least(params);
    if known.first(FactKind::Place).is_none() && input.place.is_none() {
        return Ok(());
    }
    let said: BTreeSet<&str> = draft.body().flat_map(|sentence| &sentence.fact_ids).map(String::as_str).collect();
    let of_place =
        cited.iter().filter(|one| said.contains(one.fact.id.as_str()) && is_of_place(&one.fact, library)).count();
    let own = known.all().iter().filter(|fact| said.contains(fact.id.as_str()) && is_own(fact)).count();
    let got = of_place + own;
    if got >= least {
        return Ok(());
    }
    let add = format!(
        "{}{}add facts of the place (climate, age of homes, permits, local rules) or of the business (prices, hours, licenses, \
         guarantees, steps, answers); the same page with the name of another place would be a copy",
        if conflicts > 0 { "change or remove facts that contradict each other, which are not stated; " } else { "" },
        if input.place.as_ref().is_some_and(is_unknown) {
            "choose a place of the reference data, with its state; "
        } else {
            ""
        },
    );
    Err(EngineError::TooLittle { what: "statement(s) specific to this place or business", got, least, add })
}

/// Returns true if the reference data has nothing about a place: its name is unknown, or of several places.
const fn is_unknown(place: &PlaceFacts) -> bool {
    place.county.is_none() && place.population.is_none() && place.climate.is_none()
}

/// Returns true for a figure of the place, and for a statement that would not hold at another place.
pub(super) fn is_of_place(fact: &Fact, library: Option<&Library>) -> bool {
    let told = library.and_then(|library| library.told.iter().find(|one| one.id == fact.id));
    fact.place.is_some()
        && told.is_none_or(|one| {
            let holds = &one.conditions;
            !(holds.climates.is_empty()
                && holds.housing.is_empty()
                && holds.areas.is_empty()
                && holds.states.is_empty())
        })
}

/// Returns true for a fact of the business or the place that is more than a name or a number to call.
pub(super) fn is_own(fact: &Fact) -> bool {
    let has_detail = fact.detail.as_deref().is_some_and(|detail| !detail.trim().is_empty());
    match fact.kind {
        FactKind::Business | FactKind::Service | FactKind::Place | FactKind::Phone => false,
        FactKind::Neighbourhood => has_detail,
        _ => true,
    }
}

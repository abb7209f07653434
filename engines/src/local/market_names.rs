//! Finds the market of a query.

use super::reference::place;
use super::reference::vertical::{self, Vertical};
use super::weakness::names;
use super::world::Finder;
use crate::gazetteer::{Gazetteer, PlaceMention, state_code};
use crate::text::{fold, words};

/// A market in the terms of overrides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedMarket {
    /// Slug of the vertical.
    pub vertical: String,
    /// Id of the place.
    pub place: String,
}

/// Returns the market of each query with its location: (query, location).
///
/// The trade is the one with the longest search term in the query, ties by position in its list. The place is the one that
/// the query names, otherwise the city of the location in the format of data providers (`Austin,Texas,United States`;
/// `Austin, TX`). Returns `None` if either is ambiguous.
pub fn markets_of(searches: &[(&str, Option<&str>)]) -> Vec<Option<NamedMarket>> {
    let folded: Vec<String> = searches.iter().map(|(query, _)| fold(query)).collect();
    let mentions = Gazetteer::new(&[]).find_all(&folded.iter().map(String::as_str).collect::<Vec<_>>());
    let (finder, trades) = (Finder::new(&place::BUILT_IN), Trades::new());
    let market = |search: &str, location: Option<&str>, mention: Option<&PlaceMention>| {
        let (city, state) = place_of(mention, location)?;
        let at = finder.find(&city, Some(&state)).ok()?;
        let place = place::BUILT_IN[at as usize].id.to_string();
        Some(NamedMarket { vertical: trades.find(&without(search, mention))?.slug.clone(), place })
    };
    let all = folded.iter().zip(searches).zip(&mentions);
    all.map(|((search, (_, location)), mention)| market(search, *location, mention.as_ref())).collect()
}

/// Returns the slug of the trade with a slug or name, otherwise of the one whose search term a text has; `None` if there is none
/// or a tie.
#[must_use]
pub fn vertical_named(text: &str) -> Option<&'static str> {
    let folded = fold(text);
    let is_named = |vertical: &&Vertical| fold(&vertical.name) == folded || fold(&vertical.slug) == folded;
    let found = vertical::BUILT_IN.iter().find(is_named).or_else(|| Trades::new().find(&folded));
    found.map(|vertical| vertical.slug.as_str())
}

/// Returns true if a text names the country of the built-in places, a state of it, or a place with its state: `Austin, TX`.
#[must_use]
pub fn is_in_home_country(text: &str) -> bool {
    let last = text.rsplit(',').next().unwrap_or(text).trim();
    state_code(last).is_some() || matches!(fold(last).as_str(), "us" | "usa" | "united states")
}

/// Returns the city and state of the mention, or of the location if there is no mention or only `near me`.
fn place_of(mention: Option<&PlaceMention>, location: Option<&str>) -> Option<(String, String)> {
    match mention {
        Some(mention) if mention.key != "near me" => city(mention),
        _ => searched_from(location?),
    }
}

/// Returns the city and state of a mention that names both.
fn city(mention: &PlaceMention) -> Option<(String, String)> {
    let (city, state) = mention.key.split_once(", ")?;
    Some((city.to_owned(), state.to_owned()))
}

/// Parses a city and state in the format of data providers.
fn searched_from(location: &str) -> Option<(String, String)> {
    let mut parts = location.split(',').map(str::trim);
    let city = parts.next().filter(|city| !city.is_empty())?;
    Some((city.to_owned(), state_code(parts.next()?)?.to_owned()))
}

/// Returns the words of a query without those of its place.
fn without(folded: &str, mention: Option<&PlaceMention>) -> String {
    let (first, end) = mention.map_or((0, 0), |mention| mention.span);
    let kept = words(folded).enumerate().filter(|(at, _)| *at < first || *at >= end);
    kept.map(|(_, word)| word).collect::<Vec<_>>().join(" ")
}

/// Search terms of each trade.
struct Trades(Vec<(&'static Vertical, Vec<String>)>);

impl Trades {
    fn new() -> Self {
        let typed = |trade: &'static Vertical| (trade, trade.seed_keywords.iter().map(|words| fold(words)).collect());
        Self(vertical::BUILT_IN.iter().map(typed).collect())
    }

    /// Finds the trade of a query; `None` if there is none or a tie.
    fn find(&self, search: &str) -> Option<&'static Vertical> {
        let mut claims: Vec<(usize, usize, &'static Vertical)> =
            self.0.iter().filter_map(|(trade, typed)| claim(search, trade, typed)).collect();
        claims.sort_by_key(|(words, at, _)| (usize::MAX - words, *at));
        match claims[..] {
            [] => None,
            [first, second, ..] if (first.0, first.1) == (second.0, second.1) => None,
            [first, ..] => Some(first.2),
        }
    }
}

/// Returns the number of words of the longest matching search term of a trade, its index in the list, and the trade.
fn claim(search: &str, trade: &'static Vertical, typed: &[String]) -> Option<(usize, usize, &'static Vertical)> {
    let length = |typed: &String| words(typed).count();
    let found = typed.iter().enumerate().filter(|(_, typed)| names(search, typed));
    let (at, typed) = found.max_by_key(|(at, typed)| (length(typed), usize::MAX - at))?;
    Some((length(typed), at, trade))
}

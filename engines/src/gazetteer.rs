//! Places named in a query.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use rayon::prelude::*;

use crate::text::{fold, words};

/// Names, states and populations of places of at least 5,000 people in the United States.
static PLACES: &str = include_str!("../data/places_us.csv");

/// Codes and names of the states.
static STATES: [(&str, &str); 51] = [
    ("ak", "alaska"),
    ("al", "alabama"),
    ("ar", "arkansas"),
    ("az", "arizona"),
    ("ca", "california"),
    ("co", "colorado"),
    ("ct", "connecticut"),
    ("dc", "district of columbia"),
    ("de", "delaware"),
    ("fl", "florida"),
    ("ga", "georgia"),
    ("hi", "hawaii"),
    ("ia", "iowa"),
    ("id", "idaho"),
    ("il", "illinois"),
    ("in", "indiana"),
    ("ks", "kansas"),
    ("ky", "kentucky"),
    ("la", "louisiana"),
    ("ma", "massachusetts"),
    ("md", "maryland"),
    ("me", "maine"),
    ("mi", "michigan"),
    ("mn", "minnesota"),
    ("mo", "missouri"),
    ("ms", "mississippi"),
    ("mt", "montana"),
    ("nc", "north carolina"),
    ("nd", "north dakota"),
    ("ne", "nebraska"),
    ("nh", "new hampshire"),
    ("nj", "new jersey"),
    ("nm", "new mexico"),
    ("nv", "nevada"),
    ("ny", "new york"),
    ("oh", "ohio"),
    ("ok", "oklahoma"),
    ("or", "oregon"),
    ("pa", "pennsylvania"),
    ("ri", "rhode island"),
    ("sc", "south carolina"),
    ("sd", "south dakota"),
    ("tn", "tennessee"),
    ("tx", "texas"),
    ("ut", "utah"),
    ("va", "virginia"),
    ("vt", "vermont"),
    ("wa", "washington"),
    ("wi", "wisconsin"),
    ("wv", "west virginia"),
    ("wy", "wyoming"),
];

/// Place names that are also ordinary words: they count only before a state, or if the input names them.
static EVERYDAY: &[&str] = &[
    "antelope",
    "apex",
    "badger",
    "bath",
    "battlefield",
    "beacon",
    "bear",
    "bell",
    "belt",
    "bend",
    "brazil",
    "brick",
    "bright",
    "brush",
    "bush",
    "carbon",
    "center",
    "central",
    "citrus",
    "clay",
    "college",
    "commerce",
    "cool",
    "crystal",
    "delta",
    "diamond",
    "downtown",
    "eagle",
    "economy",
    "eden",
    "enterprise",
    "fate",
    "flushing",
    "forest",
    "fountain",
    "friendly",
    "gas",
    "gateway",
    "globe",
    "golden",
    "goldenrod",
    "grants",
    "gray",
    "green",
    "gun",
    "halfway",
    "hamlet",
    "harvest",
    "hazard",
    "heath",
    "hercules",
    "hickory",
    "hill",
    "home",
    "hope",
    "hurricane",
    "imperial",
    "independence",
    "industry",
    "jordan",
    "justice",
    "kermit",
    "king",
    "lakes",
    "lakeside",
    "landing",
    "liberal",
    "liberty",
    "lucas",
    "magna",
    "mango",
    "marathon",
    "marco",
    "martin",
    "mascot",
    "mason",
    "media",
    "midway",
    "mission",
    "mobile",
    "monument",
    "mountain",
    "nice",
    "noma",
    "normal",
    "oasis",
    "opp",
    "opportunity",
    "orange",
    "pace",
    "pacific",
    "page",
    "paradise",
    "parole",
    "pierre",
    "pines",
    "plover",
    "plum",
    "portage",
    "post",
    "price",
    "progress",
    "ranch",
    "reading",
    "reserve",
    "reservoir",
    "ridge",
    "rifle",
    "rose",
    "roy",
    "rye",
    "saline",
    "sandwich",
    "sandy",
    "shields",
    "silver",
    "snowflake",
    "sparks",
    "spencer",
    "spring",
    "springs",
    "star",
    "sterling",
    "strawberry",
    "sun",
    "sunrise",
    "sunset",
    "superior",
    "surprise",
    "temple",
    "triangle",
    "union",
    "university",
    "valley",
    "walker",
    "weed",
    "welcome",
    "wells",
    "wilson",
    "worth",
];

/// States of a folded city name, by population descending.
static CITIES: LazyLock<HashMap<String, Vec<&'static str>>> = LazyLock::new(|| {
    let mut sized: HashMap<String, Vec<(u64, &'static str)>> = HashMap::new();
    for line in PLACES.lines().skip(1) {
        let mut fields = line.rsplitn(3, ',');
        let people = fields.next().and_then(|field| field.parse().ok()).unwrap_or(0);
        let (Some(state), Some(name)) = (fields.next(), fields.next()) else { continue };
        sized.entry(fold(name)).or_default().push((people, state));
    }
    sized.into_iter().map(|(name, states)| (name, by_people(states))).collect()
});

/// Names of the states by code.
static STATE_NAMES: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| STATES.iter().copied().collect());

/// Codes of the states by name.
static STATE_CODES: LazyLock<HashMap<&'static str, &'static str>> =
    LazyLock::new(|| STATES.iter().map(|(code, name)| (*name, *code)).collect());

/// First words of the states with names of two.
const STATE_LEADS: [&str; 5] = ["new", "north", "rhode", "south", "west"];

/// Returns the lower-case code of a state for its code or name; `None` if it is not a state of the United States.
pub(crate) fn state_code(text: &str) -> Option<&'static str> {
    let folded = fold(text);
    STATES.iter().find(|(code, name)| *code == folded || *name == folded).map(|(code, _)| *code)
}

/// Returns the name of a state for its code, such as `New Hampshire`; `None` if it is not a state of the United States.
pub(crate) fn state_name(code: &str) -> Option<String> {
    let name = STATE_NAMES.get(code.to_ascii_lowercase().as_str())?;
    Some(name.split(' ').map(capitalised).collect::<Vec<_>>().join(" "))
}

fn capitalised(word: &str) -> String {
    match word.chars().next() {
        Some(first) if word != "of" => format!("{}{}", first.to_ascii_uppercase(), &word[first.len_utf8()..]),
        _ => word.to_owned(),
    }
}

/// A place in a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlaceMention {
    /// Key of the place: `austin, tx`; `texas`; `zip 78701`; `near me`.
    pub(crate) key: String,
    /// Words of the query that name it, as (first, one past the last).
    pub(crate) span: (usize, usize),
}

/// Finds places by name.
#[derive(Debug)]
pub(crate) struct Gazetteer {
    /// Folded names from the input.
    own: HashSet<String>,
    /// Number of queries that name a state after a city, to disambiguate (which Plymouth).
    votes: HashMap<&'static str, usize>,
}

/// Minimum number of votes for a state to disambiguate.
const LEAST_VOTES: usize = 2;

const NEAR_ME: [&[&str]; 6] =
    [&["near", "me"], &["near", "by"], &["close", "to", "me"], &["nearby"], &["nearest"], &["closest"]];

impl Gazetteer {
    /// Creates a gazetteer of the built-in places and the places of the input.
    pub(crate) fn new(own: &[String]) -> Self {
        let names = own.iter().map(|name| fold(name)).filter(|name| !name.is_empty());
        Self { own: names.collect(), votes: HashMap::new() }
    }

    /// Finds the places of all queries. An ambiguous city is in the state that other queries name
    /// after it, otherwise in the state where it is most populous.
    pub(crate) fn find_all(&mut self, queries: &[&str]) -> Vec<Option<PlaceMention>> {
        let votes: Vec<&str> = queries.par_iter().flat_map_iter(|query| votes_of(query)).collect();
        for state in votes {
            *self.votes.entry(state).or_default() += 1;
        }
        queries.par_iter().map(|query| self.find(query)).collect()
    }

    /// Finds the place of a folded query: the longest name first, then the leftmost.
    fn find(&self, folded: &str) -> Option<PlaceMention> {
        let words: Vec<&str> = words(folded).collect();
        self.find_city(&words)
            .or_else(|| find_zip(&words))
            .or_else(|| find_near_me(&words))
            .or_else(|| self.find_state(&words))
    }

    fn find_city(&self, words: &[&str]) -> Option<PlaceMention> {
        for length in (1..=words.len().min(4)).rev() {
            for first in 0..=(words.len() - length) {
                if let Some(mention) = self.city_at(words, first, length) {
                    return Some(mention);
                }
            }
        }
        None
    }

    fn city_at(&self, words: &[&str], first: usize, length: usize) -> Option<PlaceMention> {
        let name = spelled_out(&words[first..first + length]);
        let end = first + length;
        if self.own.contains(&name) {
            return Some(PlaceMention { key: name, span: (first, end) });
        }
        if name.ends_with(" county") && length > 1 {
            let (state, taken) = state_at(words, end).unwrap_or(("", 0));
            let key = if state.is_empty() { name } else { format!("{name}, {state}") };
            return Some(PlaceMention { key, span: (first, end + taken) });
        }
        let states = CITIES.get(&name)?;
        if let Some((state, taken)) = state_at(words, end)
            && (end + taken == words.len() || is_one_of(states, state))
        {
            // A code at the end of the query cannot be a preposition, so `fremont in` is in Indiana.
            return Some(PlaceMention { key: format!("{name}, {state}"), span: (first, end + taken) });
        }
        let is_state = name != "new york" && STATES.iter().any(|(_, state)| *state == name);
        if is_state || EVERYDAY.contains(&name.as_str()) || words.len() == length {
            return None;
        }
        let key = format!("{name}, {}", self.likeliest(states)?);
        Some(PlaceMention { key, span: (first, end) })
    }

    /// Returns the state that other queries name, otherwise the most populous place's.
    fn likeliest(&self, states: &[&'static str]) -> Option<String> {
        let votes = |state: &str| self.votes.get(state.to_lowercase().as_str()).copied().unwrap_or(0);
        let mut best = *states.first()?;
        for state in states {
            if votes(state) >= LEAST_VOTES && votes(state) > votes(best) {
                best = state;
            }
        }
        Some(best.to_lowercase())
    }

    /// Finds a state by its full name; codes alone are too often words.
    fn find_state(&self, words: &[&str]) -> Option<PlaceMention> {
        (0..words.len()).find_map(|at| {
            let (code, taken) = state_at(words, at)?;
            let is_code = taken == 1 && words[at] == code;
            let key = (*STATE_NAMES.get(code)?).to_owned();
            (!is_code && words.len() > taken).then_some(PlaceMention { key, span: (at, at + taken) })
        })
    }
}

/// Returns the states that a query names after a city.
fn votes_of(query: &str) -> Vec<&'static str> {
    let words: Vec<&str> = words(query).collect();
    let states: Vec<Option<&'static str>> =
        (0..=words.len()).map(|at| state_at(&words, at).map(|(state, _)| state)).collect();
    if states.iter().skip(1).all(Option::is_none) {
        return Vec::new();
    }
    let named = |first: usize| {
        let is_city = |length: &usize| CITIES.contains_key(&spelled_out(&words[first..first + length]));
        let length = (1..=4.min(words.len() - first)).rev().find(is_city)?;
        states[first + length]
    };
    (0..words.len()).filter_map(named).collect()
}

/// Returns the state code at a word, from its code or its name, and the number of words.
fn state_at(words: &[&str], at: usize) -> Option<(&'static str, usize)> {
    let word = words.get(at)?;
    if let Some((code, _)) = STATE_NAMES.get_key_value(*word) {
        return Some((code, 1));
    }
    if let Some(code) = STATE_CODES.get(*word) {
        return Some((code, 1));
    }
    let next = words.get(at + 1)?;
    if !STATE_LEADS.contains(word) {
        return None;
    }
    STATE_CODES.get(format!("{word} {next}").as_str()).map(|code| (*code, 2))
}

fn is_one_of(states: &[&str], state: &str) -> bool {
    states.iter().any(|known| known.eq_ignore_ascii_case(state))
}

fn by_people(mut states: Vec<(u64, &'static str)>) -> Vec<&'static str> {
    states.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
    states.into_iter().map(|(_, state)| state).collect()
}

/// Expands `saint` and `fort` to the gazetteer's spelling.
fn spelled_out(words: &[&str]) -> String {
    let mut name = String::new();
    for (index, word) in words.iter().enumerate() {
        if index > 0 {
            name.push(' ');
        }
        let is_lead = index == 0 && words.len() > 1;
        name.push_str(match *word {
            "saint" if is_lead => "st",
            "ft" if is_lead => "fort",
            "mt" if is_lead => "mount",
            other => other,
        });
    }
    name
}

fn find_zip(words: &[&str]) -> Option<PlaceMention> {
    let last = words.last()?;
    let is_zip = words.len() > 1 && last.len() == 5 && last.bytes().all(|b| b.is_ascii_digit());
    is_zip.then(|| PlaceMention { key: format!("zip {last}"), span: (words.len() - 1, words.len()) })
}

fn find_near_me(words: &[&str]) -> Option<PlaceMention> {
    NEAR_ME.iter().find_map(|phrase| {
        let first = words.windows(phrase.len()).position(|window| window == *phrase)?;
        Some(PlaceMention { key: "near me".to_owned(), span: (first, first + phrase.len()) })
    })
}

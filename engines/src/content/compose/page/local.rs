//! What depends on the place.

use editorial::{Area, Climate, Conditions, HousingAge};

use super::super::super::input::{FactKind, Sentence};
use super::super::super::output::CitedFact;
use super::super::realise::grammar::list;
use super::super::realise::{headings, place};
use super::super::specific;
use super::Page;
use crate::text::{fold, words};

/// Maximum number of statements of a paragraph that a figure of the place opens.
const OF_PARAGRAPH: usize = 2;
/// Maximum number of names in a sentence; more is a list of towns.
const MOST_NAMES: usize = 12;

/// Number of facts of the place below which a page says how many businesses there are.
const FEW_FACTS: usize = 3;

/// Words about the weather, and parts of such words.
const WEATHER: [&str; 15] =
    ["ice", "icy", "hot", "dry", "dries", "sun", "wet", "hail", "heat", "fog", "wind", "winds", "rain", "cool", "cold"];
const WEATHER_PARTS: [&str; 20] = [
    "weather",
    "storm",
    "hurrican",
    "snow",
    "frost",
    "freez",
    "froz",
    "humid",
    "damp",
    "moist",
    "drought",
    "desert",
    "flood",
    "mold",
    "temperatur",
    "climat",
    "warm",
    "sunlight",
    "wildfire",
    "pollen",
];

/// What a statement rests on, in the order of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Ground {
    Climate(Climate),
    Season,
    Housing(HousingAge),
    Area(Area),
    State,
}

impl Page<'_> {
    /// Writes a paragraph for each ground, opened by the figure of the place that it rests on.
    pub(super) fn local(&mut self, chosen: &[usize]) {
        let start = self.blocks.len();
        let mut grounds: Vec<(Ground, usize)> = Vec::new();
        if let Some(library) = self.of.library {
            grounds = chosen.iter().map(|at| (self.ground(&library.told[*at].conditions), *at)).collect();
        }
        grounds.sort_by_key(|(ground, at)| (*ground, !self.is_explained(*ground, *at)));
        for run in grounds.chunk_by(|(a, _), (b, _)| a == b) {
            let (ground, first) = run[0];
            let is_explained = self.is_explained(ground, first);
            let basis = if is_explained { self.basis(ground) } else { None };
            let mut sentences: Vec<Sentence> = basis.into_iter().collect();
            // Laws and seasons have no figure in common, and each is about something else.
            let length = if sentences.is_empty() { 1 } else { OF_PARAGRAPH };
            for part in run.chunks(length) {
                sentences.extend(part.iter().flat_map(|(_, at)| self.told(*at)));
                self.paragraph(std::mem::take(&mut sentences));
            }
        }
        for kind in [FactKind::Permit, FactKind::Climate] {
            let sentences = self.own(kind).into_iter().flat_map(|fact| self.verbatim(fact)).collect();
            self.paragraph(sentences);
        }
        self.place_in_figures();
        let area = self.neighborhoods();
        self.paragraph(area);
        if let Some(first) = self.blocks.get(start).and_then(|block| block.sentences.first()) {
            let heading = Sentence::new(headings::local(self.of.names), first.fact_ids.clone());
            self.heading(2, heading);
            self.blocks[start..].rotate_right(1);
        }
    }

    fn ground(&self, holds: &Conditions) -> Ground {
        let situation = self.of.situation;
        if let Some(age) = holds.housing.intersection(&situation.housing).next() {
            return Ground::Housing(*age);
        }
        match (situation.area, situation.climate) {
            (Some(area), _) if holds.areas.contains(&area) => Ground::Area(area),
            _ if !holds.states.is_empty() => Ground::State,
            (_, Some(climate)) if holds.climates.contains(&climate) => Ground::Climate(climate),
            _ => Ground::Season,
        }
    }

    /// Returns true if the ground explains a statement. Advice about law, health or money often names a region by its climate, and
    /// the climate before it would explain nothing.
    fn is_explained(&self, ground: Ground, at: usize) -> bool {
        let Some(library) = self.of.library.filter(|library| library.pack.review.is_some()) else { return true };
        !matches!(ground, Ground::Climate(_)) || library.told[at].sentences.iter().any(|text| is_about_weather(text))
    }

    /// Says the figure that a ground rests on.
    fn basis(&mut self, ground: Ground) -> Option<Sentence> {
        let here = self.of.place?;
        let told = match ground {
            Ground::Climate(climate) => Some(place::climate(here, climate)),
            Ground::Housing(age) => place::housing(here, age),
            Ground::Area(area @ (Area::Urban | Area::Rural)) => place::area(here, area),
            Ground::Area(Area::Suburban) | Ground::Season | Ground::State => None,
        };
        self.figure(told?)
    }

    /// Says how many businesses there are, where no other part does and the page has few facts of the place; how old homes are and
    /// how many people live there, while the page says too little that holds there alone.
    fn place_in_figures(&mut self) {
        let (Some(here), Some(library)) = (self.of.place, self.of.library) else { return };
        if !self.of.has_choice && self.facts_of_place() < FEW_FACTS {
            let told = place::competitors(here, &library.pack.terms.businesses);
            let said = told.and_then(|told| self.figure(told)).into_iter().collect();
            self.paragraph(said);
        }
        let (area, ages) = (self.of.situation.area, &self.of.situation.housing);
        // The age of homes says nothing about cars or pets.
        let is_about_homes = library.told.iter().any(|one| !one.conditions.housing.is_empty());
        let age = ages.first().filter(|_| library.pack.review.is_none() && is_about_homes);
        let homes = age.and_then(|age| place::housing(here, *age));
        let people = area.and_then(|area| place::area(here, area));
        let own = self.of.facts.iter().filter(|fact| specific::is_own(fact)).count();
        let least = specific::FEWEST.saturating_sub(own).max(1);
        let of_place = |one: &CitedFact| specific::is_of_place(&one.fact, Some(library));
        for told in [homes, people].into_iter().flatten() {
            let is_said = self.cited.contains_key(&told.fact.fact.id);
            if !is_said && self.cited.values().filter(|one| of_place(one)).count() < least {
                let said = self.figure(told).into_iter().collect();
                self.paragraph(said);
            }
        }
    }

    /// Number of facts that hold for the place, on the page so far.
    fn facts_of_place(&self) -> usize {
        self.cited.values().filter(|one| one.fact.place.is_some()).count()
    }

    /// Says a figure of the place, and cites it.
    pub(super) fn figure(&mut self, told: place::Told) -> Option<Sentence> {
        let id = told.fact.fact.id.clone();
        let wordings = told.wordings.into_iter().map(|text| Sentence::new(text, [&id])).collect();
        let name = if id.starts_with("place.homes") { "place.homes" } else { id.as_str() };
        let said = self.voice.choose(name, wordings)?;
        self.cited.insert(id, told.fact);
        Some(said)
    }

    /// Names the parts of the place in one sentence; those with something to say get their own.
    fn neighborhoods(&mut self) -> Vec<Sentence> {
        let facts = self.own(FactKind::Neighbourhood);
        let (told, named): (Vec<_>, Vec<_>) =
            facts.into_iter().partition(|fact| fact.detail.as_deref().is_some_and(|detail| !detail.trim().is_empty()));
        let named: Vec<_> = named.into_iter().take(MOST_NAMES).collect();
        let mut sentences = Vec::new();
        if !named.is_empty() {
            let names: Vec<String> =
                named.iter().map(|fact| super::super::realise::grammar::bare(&fact.value)).collect();
            let ids: Vec<&str> = named.iter().map(|fact| fact.id.as_str()).collect();
            let object = self.of.names.object();
            let texts = [
                format!("The service area includes {}.", list(&names)),
                format!("{} also {} {}.", self.of.names.subject(), self.of.names.verb("serves"), list(&names)),
                format!("People in {} can call {object} as well.", list(&names)),
            ];
            let wordings = texts.into_iter().map(|text| Sentence::new(text, ids.iter().copied())).collect();
            sentences.extend(self.voice.choose("neighborhoods", wordings));
        }
        sentences.extend(told.into_iter().filter_map(|fact| self.alone(fact)));
        sentences
    }
}

fn is_about_weather(text: &str) -> bool {
    let folded = fold(text);
    words(&folded).any(|word| WEATHER.contains(&word) || WEATHER_PARTS.iter().any(|part| word.contains(part)))
}

//! What depends on the place.

use editorial::{Area, Climate, Conditions, HousingAge};

use super::super::super::input::{Fact, FactKind, Sentence};
use super::super::super::output::CitedFact;
use super::super::realise::grammar::{bare, list};
use super::super::realise::{headings, place};
use super::super::specific;
use super::Page;
use crate::text::{fold, words};

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

/// Words at the start of sentences about rules.
const RULES: [&str; 9] = ["federal", "state", "law", "laws", "rules", "insurers", "lenders", "policies", "star"];

/// What a statement rests on, in the order of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Ground {
    Climate(Climate),
    Season,
    Housing(HousingAge),
    Area(Area),
    State,
}

impl<'a> Page<'a> {
    /// Writes a paragraph for each statement; the figure of the place on which several rest opens the first of them.
    pub(super) fn local(&mut self, chosen: &[usize]) {
        let start = self.blocks.len();
        let mut grounds: Vec<(Ground, usize)> = Vec::new();
        if let Some(library) = self.of.library {
            grounds = chosen.iter().map(|at| (self.ground(&library.told[*at].conditions), *at)).collect();
        }
        grounds.sort_by_key(|(ground, at)| (*ground, !self.is_explained(*ground, *at)));
        for run in grounds.chunk_by(|(a, _), (b, _)| a == b) {
            let (ground, first) = run[0];
            let mut is_open = self.is_explained(ground, first);
            for (_, at) in run {
                let mut said = self.told(*at);
                if std::mem::take(&mut is_open) {
                    said = self.opened(ground, said);
                }
                self.paragraph(said);
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

    /// Returns true if the ground explains a statement. A statement often names a region by its climate without speaking of the
    /// weather, and the climate before it would explain nothing.
    fn is_explained(&self, ground: Ground, at: usize) -> bool {
        let Some(library) = self.of.library else { return true };
        let sentences = &library.told[at].sentences;
        !matches!(ground, Ground::Climate(_))
            || sentences.iter().any(|text| is_about_weather(text))
                && !sentences.first().is_some_and(|text| is_rule(text))
    }

    /// Opens a paragraph with what it rests on. The climate opens its first sentence where that reads well; elsewhere it is only
    /// cited, because readers know the climate they live in.
    fn opened(&mut self, ground: Ground, mut told: Vec<Sentence>) -> Vec<Sentence> {
        let Ground::Climate(climate) = ground else { return self.basis(ground).into_iter().chain(told).collect() };
        let (Some(here), Some(library), Some(first)) = (self.of.place, self.of.library, told.first_mut()) else {
            return told;
        };
        if let Some(phrase) = place::in_climate(here, climate, &first.text) {
            first.text = format!("{phrase}, {}", library.lowered(&first.text));
        }
        let zone = place::climate(here, climate).fact;
        first.fact_ids.insert(0, zone.fact.id.clone());
        self.cited.insert(zone.fact.id.clone(), zone);
        told
    }

    /// Says the figure that a ground rests on.
    fn basis(&mut self, ground: Ground) -> Option<Sentence> {
        let here = self.of.place?;
        let told = match ground {
            Ground::Housing(age) if self.cited.keys().any(|id| id.starts_with("place.homes")) => {
                place::more_housing(here, age)
            }
            Ground::Housing(age) => place::housing(here, age),
            Ground::Area(area) => place::area(here, area),
            Ground::Climate(_) | Ground::Season | Ground::State => None,
        };
        self.figure(told?)
    }

    /// Says how many businesses there are, where no other part does and the page has few facts of the place, and which towns are near;
    /// while the page says too little that holds there alone, how old homes are, and how many related businesses there are.
    fn place_in_figures(&mut self) {
        let (Some(here), Some(library)) = (self.of.place, self.of.library) else { return };
        let terms = &library.pack.terms;
        if !self.of.has_choice && self.facts_of_place() < FEW_FACTS {
            let said = self.competitors(library);
            self.paragraph(said);
        }
        // The age of homes says nothing about cars or pets.
        let is_about_homes = library.told.iter().any(|one| !one.conditions.housing.is_empty());
        let ages = &self.of.situation.housing;
        let age = ages.first().filter(|_| library.pack.review.is_none() && is_about_homes);
        let own = self.of.facts.iter().filter(|fact| specific::is_own(fact)).count();
        let least = self.of.least.saturating_sub(own);
        let of_place = |one: &CitedFact| specific::is_of_place(&one.fact, Some(library));
        let further = [
            place::neighbors(here, terms, self.of.promise),
            age.and_then(|age| place::housing_alone(here, *age, terms)),
            place::competitors(here, terms, self.of.promise),
        ];
        for told in further.into_iter().flatten() {
            let id = told.fact.fact.id.as_str();
            let has_room =
                id == "place.neighbors" && self.of.names.business.is_none() && self.facts_of_place() < self.of.wanted;
            let lacks = self.cited.values().filter(|one| of_place(one)).count() < least;
            if !self.cited.contains_key(id) && (has_room || lacks) {
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

    /// Says something about parts of the place, and names the others where the introduction did not.
    fn neighborhoods(&mut self) -> Vec<Sentence> {
        let mut said: Vec<Sentence> = self.service_area().into_iter().collect();
        let told = self.own(FactKind::Neighbourhood).into_iter().filter(|fact| has_detail(fact));
        said.extend(told.filter_map(|fact| self.alone(fact)));
        said
    }

    /// Names the parts of the place of which nothing more is known, in one sentence.
    pub(super) fn service_area(&mut self) -> Option<Sentence> {
        let named = self.own(FactKind::Neighbourhood).into_iter().filter(|fact| !has_detail(fact));
        let named: Vec<&'a Fact> = named.take(MOST_NAMES).collect();
        if named.is_empty() {
            return None;
        }
        let names: Vec<String> = named.iter().map(|fact| bare(&fact.value)).collect();
        let texts = [
            format!("The service area includes {}.", list(&names)),
            format!("The {} also serves {}.", self.of.names.company, list(&names)),
        ];
        let ids = || named.iter().map(|fact| fact.id.as_str());
        let wordings = texts.into_iter().map(|text| Sentence::new(text, ids())).collect();
        self.done.extend(ids());
        self.voice.choose("neighborhoods", wordings)
    }
}

fn has_detail(fact: &Fact) -> bool {
    fact.detail.as_deref().is_some_and(|detail| !detail.trim().is_empty())
}

/// Returns true for a sentence about a rule, which no weather explains: `Federal law requires flood insurance`.
fn is_rule(text: &str) -> bool {
    words(&fold(text)).take(3).any(|word| RULES.contains(&word))
}

fn is_about_weather(text: &str) -> bool {
    let folded = fold(text);
    words(&folded).any(|word| WEATHER.contains(&word) || WEATHER_PARTS.iter().any(|part| word.contains(part)))
}

//! What a page says about the business, woven into few sentences.

use super::super::super::input::{Fact, FactKind, PageIntent, Sentence};
use super::alone;
use super::grammar::{capital, list};
use super::names::Names;
use super::values::{self, Experience};
use super::voice::Voice;

/// Facts about the business that may be stated.
#[derive(Debug, Clone, Copy)]
pub(in crate::content) struct Profile<'a> {
    facts: &'a [&'a Fact],
    names: &'a Names,
}

impl<'a> Profile<'a> {
    pub(in crate::content) fn new(facts: &'a [&'a Fact], names: &'a Names) -> Self {
        Self { facts, names }
    }

    fn first(&self, kind: FactKind) -> Option<&'a Fact> {
        self.facts.iter().copied().find(|fact| fact.kind == kind)
    }

    fn of(&self, kind: FactKind) -> impl Iterator<Item = &'a Fact> {
        self.facts.iter().copied().filter(move |fact| fact.kind == kind)
    }

    /// Writes who does what where, since when, and how to reach it.
    pub(in crate::content) fn introduction(&self, intent: PageIntent, voice: &mut Voice) -> Vec<Sentence> {
        let mut said = Vec::new();
        let is_urgent = intent == PageIntent::Emergency;
        let call = if is_urgent { self.call() } else { Vec::new() };
        let has_call = !call.is_empty();
        said.extend(voice.choose("call", call));
        if !has_call {
            said.extend(voice.choose("introduction", self.opening()));
        }
        let more: Vec<&Fact> = self.of(FactKind::Service).skip(1).take(8).collect();
        if !more.is_empty() {
            let names: Vec<String> = more.iter().map(|fact| fact.value.trim().to_owned()).collect();
            let ids: Vec<&str> = more.iter().map(|fact| fact.id.as_str()).collect();
            said.extend(self.say("services", &format!("also offers {}", list(&names)), &ids, voice));
        }
        said.extend(self.trust(has_call, voice));
        said
    }

    /// Wordings of the first sentence, with the experience in a phrase of its own.
    fn opening(&self) -> Vec<Sentence> {
        let Some(business) = self.names.business.as_deref() else { return Vec::new() };
        let (name, service, place) = (self.names.subject(), &self.names.service, self.names.in_place());
        let inside = self.names.in_place_inside();
        let ids = self.ids(&[FactKind::Business, FactKind::Service, FactKind::Place]);
        let experience = self.first(FactKind::Experience);
        let [offers, has, brings, works] = ["offers", "has", "brings", "works"].map(|verb| self.names.verb(verb));
        let texts = match experience.and_then(|fact| values::experience(&fact.value)) {
            Some(Experience::Since(year)) => vec![
                format!("In business since {year}, {business} {offers} {service}{place}."),
                format!("{name}, in business since {year}, {offers} {service}{place}."),
                format!("{name} {offers} {service}{inside} and {has} been in business since {year}."),
            ],
            Some(Experience::Years(years)) => vec![
                format!("With {years} of experience, {business} {offers} {service}{place}."),
                format!("{name} {brings} {years} of experience to {service}{place}."),
                format!("{name} {offers} {service}{inside} and {has} {years} of experience."),
            ],
            None if place.is_empty() => vec![format!("{name} {offers} {service}.")],
            None => {
                vec![
                    format!("{name} {offers} {service}{place}."),
                    format!("{name} {works}{inside} and {offers} {service}."),
                ]
            }
        };
        let has_experience = experience.is_some_and(|fact| values::experience(&fact.value).is_some());
        let more = if has_experience { self.ids(&[FactKind::Experience]) } else { Vec::new() };
        texts.into_iter().map(|text| Sentence::new(text, ids.iter().chain(&more))).collect()
    }

    /// Wordings that say whom to call, for readers in a hurry.
    fn call(&self) -> Vec<Sentence> {
        let (Some(phone), Some(name)) = (self.first(FactKind::Phone), self.names.business.as_deref()) else {
            return Vec::new();
        };
        if !values::is_phone(phone.value.trim()) {
            return Vec::new();
        }
        let (number, service, place) = (phone.value.trim(), &self.names.service, self.names.in_place());
        let hours = self.hours();
        let mut ids = self.ids(&[FactKind::Business, FactKind::Service, FactKind::Place, FactKind::Phone]);
        let when = hours.as_ref().map(|(hours, _)| format!(", {hours}")).unwrap_or_default();
        ids.extend(hours.iter().flat_map(|(_, ids)| ids).map(|id| (*id).to_owned()));
        let inside = self.names.in_place_inside();
        let mut texts = vec![format!("For {service}{place}, call {name} at {number}{when}.")];
        let offers = self.names.verb("offers");
        if let Some((hours, _)) = hours {
            texts.push(format!("Open {hours}, {name} {offers} {service}{inside} and can be reached at {number}."));
        } else {
            texts.push(format!("{} {offers} {service}{inside} and can be reached at {number}.", capital(name)));
        }
        texts.into_iter().map(|text| Sentence::new(text, ids.clone())).collect()
    }

    /// License, insurance and, after a call, experience in one sentence; what fits no pattern in sentences of its own.
    fn trust(&self, with_experience: bool, voice: &mut Voice) -> Vec<Sentence> {
        let is_opened = !with_experience && self.first(FactKind::Business).is_some();
        let first = self.first(FactKind::Experience);
        let (mut is, mut does, mut ids, mut rest) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for fact in self.of(FactKind::Licence) {
            let Some(license) = values::license(&fact.value) else {
                rest.push(fact);
                continue;
            };
            is.push(license);
            ids.push(fact.id.as_str());
        }
        for fact in self.of(FactKind::Insurance) {
            let Some(carries) = values::insurance(&fact.value) else {
                rest.push(fact);
                continue;
            };
            match carries.strip_prefix("is ") {
                Some(insured) => is.push(insured.to_owned()),
                None => does.push(carries),
            }
            ids.push(fact.id.as_str());
        }
        for fact in self.of(FactKind::Experience) {
            let Some(experience) = values::experience(&fact.value) else {
                rest.push(fact);
                continue;
            };
            if is_opened && first.is_some_and(|first| first.id == fact.id) {
                continue;
            }
            does.push(match experience {
                Experience::Since(year) => format!("has been in business since {year}"),
                Experience::Years(years) => format!("has {years} of experience"),
            });
            ids.push(fact.id.as_str());
        }
        let predicate = Self::predicated(&is, &does);
        let mut said: Vec<Sentence> =
            predicate.and_then(|text| self.say("trust", &text, &ids, voice)).into_iter().collect();
        for fact in rest {
            let wordings = alone::wordings(fact, self.names).into_iter().map(|text| Sentence::new(text, [&fact.id]));
            said.extend(voice.choose(&fact.id, wordings.collect()));
        }
        said
    }

    /// Predicates joined: `is licensed in Ohio (1) and insured for $2 million, and carries ...`.
    fn predicated(is: &[String], does: &[String]) -> Option<String> {
        let mut predicates: Vec<String> = if is.is_empty() { Vec::new() } else { vec![format!("is {}", list(is))] };
        predicates.extend(does.iter().cloned());
        (!predicates.is_empty()).then(|| list(&predicates))
    }

    /// Says a predicate of the business, in a sentence after the first. A further wording names the place, so that it differs
    /// from page to page.
    fn say(&self, name: &str, predicate: &str, ids: &[&str], voice: &mut Voice) -> Option<Sentence> {
        let wording = |who: &str| Sentence::new(format!("{who} {predicate}."), ids.iter().copied());
        let company = format!("The {}", self.names.company);
        // What follows is in the singular: a name in the plural stays out.
        let has_name = self.names.business.is_some() && !self.names.is_plural();
        let usual = if has_name { vec![wording("It"), wording(&company)] } else { vec![wording(&company)] };
        let mut further = if has_name { vec![wording(&self.names.subject())] } else { Vec::new() };
        if let Some(city) = self.names.city() {
            further.push(wording(&format!("In {city}, the {}", self.names.company)));
        }
        voice.choose_or(name, usual, further)
    }

    /// How and when to reach the business, for the end of a page.
    pub(in crate::content) fn contact(&self, voice: &mut Voice) -> Vec<Sentence> {
        let phone = self.first(FactKind::Phone).filter(|fact| values::is_phone(fact.value.trim()));
        let (hours, is) = (self.hours(), self.names.verb("is"));
        let name = self.names.object();
        let (subject, city) =
            (self.names.subject(), self.names.city().map(|city| format!("In {city}, ")).unwrap_or_default());
        let (texts, ids): (Vec<String>, Vec<&str>) = match (phone, &hours) {
            (Some(phone), Some((hours, open))) => {
                let number = phone.value.trim();
                let comma = if hours.contains(',') { "," } else { "" };
                let texts = vec![
                    format!("{subject} {is} open {hours}{comma} and can be reached at {number}."),
                    format!("You can reach {name} at {number}, {hours}."),
                    format!("{}{name} can be reached at {number}, {hours}.", city),
                ];
                (texts, open.iter().copied().chain([phone.id.as_str()]).collect())
            }
            (Some(phone), None) => {
                let number = phone.value.trim();
                let texts = vec![
                    format!("{subject} can be reached at {number}."),
                    format!("To reach {name}, call {number}."),
                    capital(&format!("{city}{name} can be reached at {number}.")),
                ];
                (texts, vec![&phone.id])
            }
            (None, Some((hours, open))) => (
                vec![format!("{subject} {is} open {hours}."), capital(&format!("{city}{name} {is} open {hours}."))],
                open.clone(),
            ),
            (None, None) => (Vec::new(), Vec::new()),
        };
        let mut wordings: Vec<Sentence> =
            texts.into_iter().map(|text| Sentence::new(capital(&text), ids.clone())).collect();
        let further: Vec<Sentence> = wordings.pop().into_iter().collect();
        let mut said: Vec<Sentence> = voice.choose_or("contact", wordings, further).into_iter().collect();
        let is_odd = |fact: &&Fact| match fact.kind {
            // A few digits are no number to call.
            FactKind::Phone => !values::is_phone(fact.value.trim()) && fact.value.contains(char::is_alphabetic),
            FactKind::Hours => values::hours(&fact.value).is_none(),
            _ => false,
        };
        for fact in self.facts.iter().copied().filter(is_odd) {
            let wordings = alone::wordings(fact, self.names).into_iter().map(|text| Sentence::new(text, [&fact.id]));
            said.extend(voice.choose(&fact.id, wordings.collect()));
        }
        said
    }

    /// Returns the opening hours of all days, with the ids of their facts: `Monday to Friday, 8 am to 6 pm, and Saturday, 9 am to 1 pm`.
    fn hours(&self) -> Option<(String, Vec<&'a str>)> {
        let (texts, ids): (Vec<String>, Vec<&str>) =
            self.of(FactKind::Hours).filter_map(|fact| Some((values::hours(&fact.value)?, fact.id.as_str()))).unzip();
        let (last, first) = texts.split_last()?;
        let text = if first.is_empty() { last.clone() } else { format!("{}, and {last}", first.join(", ")) };
        Some((text, ids))
    }

    fn ids(&self, kinds: &[FactKind]) -> Vec<String> {
        kinds.iter().filter_map(|kind| self.first(*kind)).map(|fact| fact.id.clone()).collect()
    }
}

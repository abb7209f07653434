//! CSS cascade: the declarations of all rules that match an element, strongest last.

use std::{collections::BTreeMap, rc::Rc};

use scraper::{ElementRef, selector::Simple};
use selectors::{
    context::{MatchingContext, MatchingForInvalidation, MatchingMode, NeedsSelectorFlags, QuirksMode, SelectorCaches},
    matching::matches_selector,
    parser::{Component, Selector},
};

use super::{
    ThemeError, go_on,
    limits::MOST_MATCHES,
    media::Scheme,
    sheet::{self, Declaration, Property, Rule, Sheet},
};
use engines::common::Control;

/// Candidates tested between two checks for cancellation.
const BETWEEN: usize = 256;
/// A `style` attribute is stronger than any selector.
const INLINE: (usize, u32) = (usize::MAX, u32::MAX);

/// Rules indexed by the last part of their selector, so that few are tested per element.
pub(super) struct Cascade<'s> {
    rules: &'s [Rule],
    by_id: BTreeMap<&'s str, Vec<usize>>,
    by_class: BTreeMap<&'s str, Vec<usize>>,
    by_tag: BTreeMap<&'s str, Vec<usize>>,
    of_all: Vec<usize>,
    caches: SelectorCaches,
    tried: usize,
}

enum Key<'s> {
    Id(&'s str),
    Class(&'s str),
    Tag(&'s str),
    All,
}

fn key(selector: &Selector<Simple>) -> Key<'_> {
    let mut key = Key::All;
    for part in selector.iter() {
        match (part, &key) {
            (Component::ID(id), _) => return Key::Id(&id.0),
            (Component::Class(class), _) => key = Key::Class(&class.0),
            (Component::LocalName(tag), Key::All) => key = Key::Tag(&tag.lower_name.0),
            _ => {}
        }
    }
    key
}

impl<'s> Cascade<'s> {
    pub(super) fn new(sheet: &'s Sheet, scheme: Scheme) -> Self {
        let (by_id, by_class, by_tag) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let caches = SelectorCaches::default();
        let mut cascade = Self { rules: &sheet.rules, by_id, by_class, by_tag, of_all: Vec::new(), caches, tried: 0 };
        for (at, rule) in sheet.rules.iter().enumerate().filter(|(_, rule)| rule.when.holds(scheme)) {
            let place: &mut Vec<usize> = match key(&rule.selector) {
                Key::Id(id) => cascade.by_id.entry(id).or_default(),
                Key::Class(class) => cascade.by_class.entry(class).or_default(),
                Key::Tag(tag) => cascade.by_tag.entry(tag).or_default(),
                Key::All => &mut cascade.of_all,
            };
            place.push(at);
        }
        cascade
    }

    /// Returns the computed declarations of an element: each property once, from the strongest declaration.
    pub(super) fn of(
        &mut self, element: ElementRef<'_>, control: &dyn Control,
    ) -> Result<BTreeMap<Property, Rc<str>>, ThemeError> {
        let mut declared = Vec::new();
        for at in self.candidates(element) {
            self.tried += 1;
            if self.tried > MOST_MATCHES {
                return Err(ThemeError::TooLarge { what: "pairs of rules and elements", limit: MOST_MATCHES });
            }
            if self.tried.is_multiple_of(BETWEEN) {
                go_on(control)?;
            }
            let rule = &self.rules[at];
            if self.matches(&rule.selector, element) {
                let strength = (rule.layer, rule.selector.specificity(), at);
                declared.extend(rule.declarations.iter().map(|one| (one.is_important, strength, one.clone())));
            }
        }
        let (layer, specificity) = INLINE;
        let own = element.attr("style").map(sheet::declarations).unwrap_or_default();
        declared.extend(own.into_iter().map(|one| (one.is_important, (layer, specificity, usize::MAX), one)));
        // A stable sort keeps the order of equally strong declarations.
        declared.sort_by_key(|(is_important, strength, _)| (*is_important, *strength));
        Ok(declared.into_iter().map(|(_, _, Declaration { property, value, .. })| (property, value)).collect())
    }

    fn candidates(&self, element: ElementRef<'_>) -> Vec<usize> {
        let value = element.value();
        let id = value.id().and_then(|id| self.by_id.get(id)).into_iter();
        let classes = value.classes().filter_map(|class| self.by_class.get(class));
        let tag = self.by_tag.get(value.name()).into_iter();
        id.chain(classes).chain(tag).flatten().chain(&self.of_all).copied().collect()
    }

    fn matches(&mut self, selector: &Selector<Simple>, element: ElementRef<'_>) -> bool {
        let mut context = MatchingContext::new(
            MatchingMode::Normal,
            None,
            &mut self.caches,
            QuirksMode::NoQuirks,
            NeedsSelectorFlags::No,
            MatchingForInvalidation::No,
        );
        matches_selector(selector, 0, None, &element, &mut context)
    }
}

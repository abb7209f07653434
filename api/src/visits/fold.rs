//! Sums events to what is written.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
};

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use shared::{
    domain::{
        new_id,
        visit::{Conversion, Counts, OTHER, Origin, PAUSE_MINUTES, Visit, VisitAction},
    },
    store::visit::{Batch, PageViews, Started},
};
use uuid::Uuid;

/// Visits that are remembered; the oldest are looked up in the database again.
const MOST_OPEN: usize = 200_000;
/// Pages and sources of a website that are distinguished on one day.
const MOST_NAMES: usize = 5_000;
/// Conversions of one visit that count; a person sends few forms.
const MOST_CONVERSIONS: u8 = 20;

/// An event of a page.
#[derive(Debug, Clone)]
pub(crate) struct Event {
    /// Website.
    pub website_id: Uuid,
    /// Time.
    pub at: DateTime<Utc>,
    /// What happened.
    pub did: Did,
}

/// What happened on a page.
#[derive(Debug, Clone)]
pub(crate) enum Did {
    /// A program opened it.
    Bot,
    /// A visitor did something on the page of `origin`, which is also the origin of the visit if it begins.
    Visit {
        /// Hash of the visitor.
        visitor: i64,
        /// Page and source.
        origin: Origin,
        /// VisitAction.
        action: VisitAction,
        /// Name of a conversion.
        name: String,
        /// Value of a conversion, in cents.
        value_cents: Option<i64>,
    },
}

impl Event {
    /// Returns the visitor; `None` for a program.
    pub(super) const fn visitor(&self) -> Option<i64> {
        match &self.did {
            Did::Bot => None,
            Did::Visit { visitor, .. } => Some(*visitor),
        }
    }
}

#[derive(Debug, Clone)]
struct Going {
    visit: Visit,
    conversions: u8,
}

/// Visits that may go on.
#[derive(Debug, Default)]
pub(super) struct Open {
    visits: HashMap<i64, Going>,
    /// Hashes of names by website, of one day.
    names: HashMap<Uuid, HashSet<u64>>,
    day: Option<NaiveDate>,
}

/// Visits and names that a batch has changed.
#[derive(Debug, Default)]
pub(super) struct Changed {
    visits: HashMap<i64, Going>,
    names: HashMap<Uuid, HashSet<u64>>,
}

impl Open {
    pub(super) fn has(&self, visitor: i64) -> bool {
        self.visits.contains_key(&visitor)
    }

    /// Adds visits of the database.
    pub(super) fn add(&mut self, found: Vec<Visit>) {
        let going = found.into_iter().map(|visit| (visit.visitor, Going { visit, conversions: 0 }));
        self.visits.extend(going);
    }

    /// Forgets visits that are over; all of them if there are too many.
    pub(super) fn close(&mut self, at: DateTime<Utc>) {
        if self.day.replace(at.date_naive()) != Some(at.date_naive()) {
            self.names.clear();
        }
        if self.visits.len() >= MOST_OPEN / 2 {
            self.visits.retain(|_, going| !is_over(&going.visit, at));
        }
        if self.visits.len() >= MOST_OPEN {
            self.visits.clear();
        }
    }

    /// Takes over what was written.
    pub(super) fn merge(&mut self, changed: Changed) {
        self.visits.extend(changed.visits);
        for (website_id, names) in changed.names {
            self.names.entry(website_id).or_default().extend(names);
        }
    }
}

fn is_over(visit: &Visit, at: DateTime<Utc>) -> bool {
    at - visit.last_at >= TimeDelta::minutes(PAUSE_MINUTES)
}

/// Sums events; what was open before stays as it is until the sums are written.
#[derive(Debug)]
pub(super) struct Fold<'a> {
    open: &'a Open,
    changed: Changed,
    /// Visits to write, with the views to add.
    touched: BTreeMap<(i64, DateTime<Utc>), Visit>,
    started: HashMap<(Uuid, NaiveDate, Origin), Counts>,
    pages: HashMap<(Uuid, NaiveDate, String), (i64, i64)>,
    bots: HashMap<(Uuid, NaiveDate), i64>,
    conversions: Vec<(Uuid, Conversion)>,
}

impl<'a> Fold<'a> {
    pub(super) fn new(open: &'a Open) -> Self {
        let (changed, touched, started) = (Changed::default(), BTreeMap::new(), HashMap::new());
        let (pages, bots, conversions) = (HashMap::new(), HashMap::new(), Vec::new());
        Self { open, changed, touched, started, pages, bots, conversions }
    }

    pub(super) fn add(&mut self, event: &Event) {
        let (website_id, at) = (event.website_id, event.at);
        match &event.did {
            Did::Bot => *self.bots.entry((website_id, at.date_naive())).or_default() += 1,
            Did::Visit { visitor, origin, action, name, value_cents } => {
                let origin = self.bounded(website_id, origin);
                let mut going = self.going(*visitor, website_id, at, &origin);
                let counts = self.count(&mut going, at, *action, *value_cents);
                self.note_page(website_id, at, &origin.page, *action, counts.is_some());
                if let (VisitAction::Convert, Some(())) = (action, counts) {
                    let conversion = conversion(&going.visit.origin, &origin.page, at, name, *value_cents);
                    self.conversions.push((website_id, conversion));
                }
                self.changed.visits.insert(*visitor, going);
            }
        }
    }

    /// Replaces a page or source beyond the maximum of the day.
    fn bounded(&mut self, website_id: Uuid, origin: &Origin) -> Origin {
        let mut name = |kind: u8, text: &str| {
            if self.is_new_and_too_many(website_id, kind, text) { OTHER.to_owned() } else { text.to_owned() }
        };
        Origin { page: name(0, &origin.page), source: name(1, &origin.source), ..origin.clone() }
    }

    fn is_new_and_too_many(&mut self, website_id: Uuid, kind: u8, text: &str) -> bool {
        let mut hasher = DefaultHasher::new();
        (kind, text).hash(&mut hasher);
        let hash = hasher.finish();
        let known = self.open.names.get(&website_id);
        let new = self.changed.names.entry(website_id).or_default();
        if known.is_some_and(|names| names.contains(&hash)) || new.contains(&hash) {
            return false;
        }
        if known.map_or(0, HashSet::len) + new.len() >= MOST_NAMES {
            return true;
        }
        new.insert(hash);
        false
    }

    /// Returns the visitor's visit, or begins one.
    fn going(&mut self, visitor: i64, website_id: Uuid, at: DateTime<Utc>, origin: &Origin) -> Going {
        let known = self.changed.visits.get(&visitor).or_else(|| self.open.visits.get(&visitor));
        if let Some(going) = known.filter(|going| !is_over(&going.visit, at)) {
            return going.clone();
        }
        let key = (website_id, at.date_naive(), origin.clone());
        self.started.entry(key).or_default().visits += 1;
        let visit =
            Visit { visitor, website_id, started_at: at, last_at: at, origin: origin.clone(), views: 0, step: 0 };
        Going { visit, conversions: 0 }
    }

    /// Counts an action; returns `None` for a conversion beyond the maximum of a visit.
    fn count(
        &mut self, going: &mut Going, at: DateTime<Utc>, action: VisitAction, value_cents: Option<i64>,
    ) -> Option<()> {
        let is_conversion = action == VisitAction::Convert;
        if is_conversion {
            going.conversions = going.conversions.checked_add(1).filter(|count| *count <= MOST_CONVERSIONS)?;
        }
        let visit = &mut going.visit;
        let views = i64::from(action == VisitAction::View);
        visit.views += views;
        visit.last_at = visit.last_at.max(at);
        let step = if visit.views > 1 { action.step().max(VisitAction::Engage.step()) } else { action.step() };
        let key = (visit.website_id, visit.started_at.date_naive(), visit.origin.clone());
        let counts = self.started.entry(key).or_default();
        counts.views += views;
        for reached in visit.step + 1..=step {
            *reached_count(counts, reached) += 1;
        }
        counts.value_cents = counts.value_cents.saturating_add(value_cents.filter(|_| is_conversion).unwrap_or(0));
        visit.step = visit.step.max(step);
        let row = self
            .touched
            .entry((visit.visitor, visit.started_at))
            .or_insert_with(|| Visit { views: 0, ..visit.clone() });
        row.views += views;
        (row.last_at, row.step) = (visit.last_at, visit.step);
        Some(())
    }

    fn note_page(&mut self, website_id: Uuid, at: DateTime<Utc>, page: &str, action: VisitAction, is_counted: bool) {
        let conversions = i64::from(action == VisitAction::Convert && is_counted);
        let views = i64::from(action == VisitAction::View);
        if views + conversions == 0 {
            return;
        }
        let sums = self.pages.entry((website_id, at.date_naive(), page.to_owned())).or_default();
        *sums = (sums.0 + views, sums.1 + conversions);
    }

    pub(super) fn finish(self) -> (Batch, Changed) {
        let started = self.started.into_iter();
        let pages = self.pages.into_iter();
        let batch = Batch {
            visits: self.touched.into_values().collect(),
            started: started
                .map(|((website_id, day, origin), counts)| Started { website_id, day, origin, counts })
                .collect(),
            pages: pages
                .map(|((website_id, day, page), (views, conversions))| PageViews {
                    website_id,
                    day,
                    page,
                    views,
                    conversions,
                })
                .collect(),
            conversions: self.conversions,
            bots: self.bots.into_iter().map(|((website_id, day), hits)| (website_id, day, hits)).collect(),
        };
        (batch, self.changed)
    }
}

const fn reached_count(counts: &mut Counts, step: i32) -> &mut i64 {
    match step {
        1 => &mut counts.engaged,
        2 => &mut counts.contacts,
        _ => &mut counts.conversions,
    }
}

fn conversion(origin: &Origin, page: &str, at: DateTime<Utc>, name: &str, value_cents: Option<i64>) -> Conversion {
    Conversion {
        id: new_id(),
        at,
        name: name.to_owned(),
        page: page.to_owned(),
        entry_page: origin.page.clone(),
        channel: origin.channel,
        source: origin.source.clone(),
        device: origin.device,
        value_cents,
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;
    use shared::domain::visit::{Channel, Device};

    use super::*;

    const WEBSITE: Uuid = Uuid::from_u128(1);

    fn at(minute: i64) -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 11, 23, 23, 0, 0).unwrap() + TimeDelta::minutes(minute)
    }

    fn event(visitor: i64, minute: i64, action: VisitAction, page: &str) -> Event {
        let origin =
            Origin { page: page.to_owned(), channel: Channel::Direct, source: String::new(), device: Device::Desktop };
        let did = Did::Visit { visitor, origin, action, name: "Quote".to_owned(), value_cents: Some(500) };
        Event { website_id: WEBSITE, at: at(minute), did }
    }

    fn view(visitor: i64, minute: i64, page: &str) -> Event {
        event(visitor, minute, VisitAction::View, page)
    }

    /// Folds the events as one batch, and takes it over.
    fn folded(open: &mut Open, events: &[Event]) -> Batch {
        let mut fold = Fold::new(open);
        events.iter().for_each(|event| fold.add(event));
        let (batch, changed) = fold.finish();
        open.merge(changed);
        batch
    }

    fn total(batch: &Batch) -> Counts {
        batch.started.iter().fold(Counts::default(), |mut sum, row| {
            sum += row.counts;
            sum
        })
    }

    #[test]
    fn pause_of_thirty_minutes_begins_another_visit() {
        let mut open = Open::default();
        let batch = folded(&mut open, &[view(7, 0, "/a"), view(7, 29, "/b"), view(7, 58, "/c")]);
        assert_eq!(total(&batch), Counts { visits: 1, views: 3, engaged: 1, ..Counts::default() });
        assert_eq!((batch.started[0].origin.page.as_str(), batch.visits.len()), ("/a", 1));
        let batch = folded(&mut open, &[view(7, 88, "/d")]);
        assert_eq!(total(&batch), Counts { visits: 1, views: 1, ..Counts::default() });
        assert_eq!(batch.started[0].origin.page, "/d");
    }

    #[test]
    fn visit_counts_on_the_day_on_which_it_began_and_views_on_their_own() {
        let mut open = Open::default();
        folded(&mut open, &[view(7, 50, "/a")]);
        let batch = folded(&mut open, &[view(7, 65, "/a")]);
        assert_eq!(batch.started[0].day.to_string(), "2026-11-23");
        assert_eq!(total(&batch), Counts { views: 1, engaged: 1, ..Counts::default() });
        assert_eq!((batch.pages[0].day.to_string().as_str(), batch.pages[0].views), ("2026-11-24", 1));
    }

    #[test]
    fn each_step_counts_once_in_a_visit_and_includes_those_before() {
        let mut open = Open::default();
        let batch = folded(&mut open, &[view(7, 0, "/"), event(7, 1, VisitAction::Contact, "/")]);
        assert_eq!(total(&batch), Counts { visits: 1, views: 1, engaged: 1, contacts: 1, ..Counts::default() });
        let again = [VisitAction::Contact, VisitAction::Convert, VisitAction::Engage, VisitAction::Convert];
        let batch = folded(&mut open, &again.map(|action| event(7, 2, action, "/form")));
        let expected = Counts { conversions: 1, value_cents: 1_000, ..Counts::default() };
        assert_eq!(total(&batch), expected, "the visit converts once, its values add up");
        assert_eq!(batch.conversions.len(), 2);
        assert_eq!((batch.conversions[0].1.page.as_str(), batch.conversions[0].1.entry_page.as_str()), ("/form", "/"));
    }

    #[test]
    fn conversions_of_a_visit_are_limited() {
        let mut open = Open::default();
        let batch = folded(&mut open, &vec![event(7, 0, VisitAction::Convert, "/"); 50]);
        assert_eq!(batch.conversions.len(), usize::from(MOST_CONVERSIONS));
        assert_eq!(total(&batch).value_cents, 500 * i64::from(MOST_CONVERSIONS));
        assert!(folded(&mut open, &[event(7, 1, VisitAction::Convert, "/")]).conversions.is_empty());
    }

    #[test]
    fn pages_beyond_the_maximum_of_a_day_are_counted_together() {
        let mut open = Open::default();
        let views: Vec<Event> = (0..6_000).map(|n| view(n, 0, &format!("/{n}"))).collect();
        let batch = folded(&mut open, &views);
        let other = batch.pages.iter().find(|row| row.page == OTHER).expect("a sum of the others");
        // The empty source is a name too.
        assert_eq!((batch.pages.len(), other.views), (MOST_NAMES, 6_000 - 4_999));
        assert_eq!(total(&batch).visits, 6_000);
        let batch = folded(&mut open, &[view(1, 1, "/1"), view(2, 1, "/new")]);
        let mut pages: Vec<&str> = batch.pages.iter().map(|row| row.page.as_str()).collect();
        pages.sort_unstable();
        assert_eq!(pages, [OTHER, "/1"]);
    }

    #[test]
    fn unwritten_batch_changes_nothing() {
        let mut open = Open::default();
        folded(&mut open, &[view(7, 0, "/")]);
        let mut fold = Fold::new(&open);
        fold.add(&event(7, 1, VisitAction::Convert, "/"));
        drop(fold.finish());
        assert_eq!(total(&folded(&mut open, &[event(7, 1, VisitAction::Convert, "/")])).conversions, 1);
    }
}

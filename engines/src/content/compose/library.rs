//! Packs of the editorial library, split into sentences once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use editorial::{Conditions, Intent, Pack, Section, prose};

use super::super::input::{Fact, FactKind};
use super::super::output::{CitedFact, Publication};
use super::super::readability::Counts;
use super::realise::voice::key;
use crate::common::EngineError;
use crate::text::{Stemmer, fold, is_stopword, words};

/// Share of the words of two texts, by weight, that both have if they say the same. Chosen on the built-in packs: of their pairs
/// from this share on, all say the same in other words.
const ALIKE: f64 = 0.36;
/// The same share for two statements of a pack that repeat an idea. Chosen on the built-in packs: of nine pairs between .25 and .28
/// that were read, a reader would take the second one for a repetition each time.
const REPEATED: f64 = 0.25;
/// Language of the built-in packs.
const LANGUAGE: &str = "en";

/// A pack, ready for composing.
#[derive(Debug)]
pub(in crate::content) struct Library {
    pub(in crate::content) pack: Pack,
    /// Statements, then questions.
    pub(in crate::content) told: Vec<Told>,
    /// Names of one word, and the first two words of longer ones: `Medicare`, `Social Security`.
    names: BTreeSet<String>,
    /// Number of statements and questions with a stem.
    documents: BTreeMap<String, u32>,
    /// Pairs that say the same in other words.
    pairs: Vec<(usize, usize)>,
}

/// A statement or an answer, split into sentences.
#[derive(Debug)]
pub(in crate::content) struct Told {
    /// Id on pages: `pack.VERTICAL.STATEMENT`.
    pub(in crate::content) id: String,
    /// `None` for a question.
    pub(in crate::content) section: Option<Section>,
    /// Label or question.
    pub(in crate::content) label: Option<String>,
    pub(in crate::content) sentences: Vec<String>,
    /// Keys of the sentences, by which a voice knows them.
    pub(in crate::content) keys: Vec<u64>,
    /// Words and syllables of each sentence.
    pub(in crate::content) counts: Vec<Counts>,
    pub(in crate::content) words: usize,
    pub(in crate::content) conditions: Conditions,
    pub(in crate::content) intents: BTreeSet<Intent>,
    /// Stems of the content words of the label or question.
    pub(in crate::content) topic: BTreeSet<String>,
    /// Stems of the content words of the first sentence.
    pub(in crate::content) opening: BTreeSet<String>,
    /// Stems of all content words.
    pub(in crate::content) stems: BTreeSet<String>,
    sources: Vec<String>,
}

/// Returns true if the editorial library has a pack of a vertical.
#[must_use]
pub fn has_pack(vertical: &str) -> bool {
    editorial::library::text(LANGUAGE, vertical).is_some()
}

static LIBRARIES: LazyLock<Mutex<BTreeMap<String, Arc<Library>>>> = LazyLock::new(Mutex::default);

impl Library {
    /// Returns the own pack, or the built-in pack of a vertical, which is read once.
    ///
    /// # Errors
    /// Returns [`EngineError::InvalidInput`] for a pack with mistakes and for a vertical without a pack.
    pub(in crate::content) fn load(
        vertical: Option<&str>, own: Option<&str>,
    ) -> Result<Option<Arc<Self>>, EngineError> {
        if let Some(text) = own.filter(|text| !text.trim().is_empty()) {
            return Self::read(text, "pack").map(Some);
        }
        let Some(vertical) = vertical.map(str::trim).filter(|vertical| !vertical.is_empty()) else { return Ok(None) };
        if let Some(known) = LIBRARIES.lock().unwrap_or_else(PoisonError::into_inner).get(vertical) {
            return Ok(Some(known.clone()));
        }
        let text = editorial::library::text(LANGUAGE, vertical).ok_or_else(|| {
            EngineError::input(
                "vertical",
                format!(
                    "`{}` has no editorial pack. Choose another vertical, or add a pack of your own for it",
                    short(vertical)
                ),
            )
        })?;
        let library = Self::read(&text, "vertical")?;
        LIBRARIES.lock().unwrap_or_else(PoisonError::into_inner).insert(vertical.to_owned(), library.clone());
        Ok(Some(library))
    }

    fn read(text: &str, field: &str) -> Result<Arc<Self>, EngineError> {
        let pack = editorial::parse(text).map_err(|mistakes| {
            let more = mistakes.len().saturating_sub(1);
            let first = mistakes.first().map(ToString::to_string).unwrap_or_default();
            let rest = if more == 0 { String::new() } else { format!(" ({more} more mistakes)") };
            EngineError::input(field, format!("is not a valid pack: {first}{rest}"))
        })?;
        Ok(Arc::new(Self::of(pack)))
    }

    fn of(pack: Pack) -> Self {
        let stemmer = Stemmer::default();
        let statements = pack.statements.iter().map(|one| {
            let told = Told::new(&pack, &one.id, one.label.as_deref(), &one.text, &stemmer);
            Told {
                section: Some(one.section),
                conditions: one.conditions.clone(),
                intents: one.intents.clone(),
                sources: one.sources.clone(),
                ..told
            }
        });
        let questions = pack.questions.iter().filter(|one| !one.answer.trim().is_empty()).map(|one| {
            let told = Told::new(&pack, &one.id, Some(&one.question), &one.answer, &stemmer);
            Told {
                conditions: one.conditions.clone(),
                intents: one.intents.clone(),
                sources: one.sources.clone(),
                ..told
            }
        });
        let told: Vec<Told> = statements.chain(questions).collect();
        let mut documents: BTreeMap<String, u32> = BTreeMap::new();
        for stem in told.iter().flat_map(|one| &one.stems) {
            *documents.entry(stem.clone()).or_default() += 1;
        }
        let mut library = Self { names: names(&pack), told, documents, pack, pairs: Vec::new() };
        library.pairs = library.found_pairs();
        library
    }

    fn found_pairs(&self) -> Vec<(usize, usize)> {
        let before =
            |at: usize| self.alike(&self.told[at].stems, at, REPEATED).into_iter().map(move |other| (other, at));
        (0..self.told.len()).flat_map(before).collect()
    }

    /// Returns which of the first `count` statements and answers have at least a share of their words in common with a text.
    fn alike(&self, stems: &BTreeSet<String>, count: usize, share: f64) -> Vec<usize> {
        let sum = |stems: &BTreeSet<String>| stems.iter().map(|stem| self.weight(stem)).sum::<f64>();
        let all = sum(stems);
        let is_alike = |one: &Told| {
            let common: f64 = stems.intersection(&one.stems).map(|stem| self.weight(stem)).sum();
            common > 0.0 && common >= share * (all + sum(&one.stems) - common)
        };
        (0..count).filter(|at| is_alike(&self.told[*at])).collect()
    }

    /// Returns the statements and answers that say the same as a text.
    pub(in crate::content) fn said_by(&self, stems: &BTreeSet<String>) -> Vec<usize> {
        self.alike(stems, self.told.len(), ALIKE)
    }

    /// Iterates over the pairs that say the same in other words.
    pub(in crate::content) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        self.pairs.iter().copied()
    }

    /// Iterates over the statements and answers that say the same as one.
    pub(in crate::content) fn repeats(&self, at: usize) -> impl Iterator<Item = usize> {
        let other = move |&(a, b): &(usize, usize)| if a == at { Some(b) } else { (b == at).then_some(a) };
        self.pairs.iter().filter_map(other)
    }

    /// Returns the statements of a section with their index.
    pub(in crate::content) fn of_section(&self, section: Option<Section>) -> impl Iterator<Item = (usize, &Told)> {
        self.told.iter().enumerate().filter(move |(_, one)| one.section == section)
    }

    /// Weight of a stem: rare ones tell more.
    pub(in crate::content) fn weight(&self, stem: &str) -> f64 {
        let all = self.told.len() as f64;
        let with = self.documents.get(stem).copied().map_or(0.5, f64::from);
        (1.0 + all / with).ln()
    }

    /// Lowers the first letter of a label, unless its first word is a name or a short form.
    pub(in crate::content) fn lowered(&self, label: &str) -> String {
        let first: String = label.chars().take_while(|c| c.is_alphabetic()).collect();
        let is_short_form = first.chars().skip(1).any(char::is_uppercase) || first.chars().count() == 1 && first != "A";
        let pair = prose::words(label).take(2).collect::<Vec<_>>().join(" ");
        if is_short_form || self.names.contains(&first) || self.names.contains(&pair) {
            return label.to_owned();
        }
        format!("{}{}", first.to_lowercase(), &label[first.len()..])
    }

    /// Returns a statement or answer as a fact with its sources.
    pub(in crate::content) fn fact(&self, at: usize, place: Option<&str>) -> CitedFact {
        let one = &self.told[at];
        let text = one.sentences.join(" ");
        let is_question = one.section.is_none();
        let (value, detail) =
            if is_question { (one.label.clone().unwrap_or_default(), Some(text)) } else { (text, one.label.clone()) };
        let sources: Vec<Publication> = one.sources.iter().filter_map(|id| self.publication(id)).collect();
        let named: Vec<String> =
            sources.iter().map(|one| format!("{}, {}, {}, {}", one.title, one.publisher, one.year, one.url)).collect();
        let source = if named.is_empty() { self.pack.citation() } else { named.join("; ") };
        let kind = if is_question { FactKind::Question } else { FactKind::Statement };
        let place = place.filter(|_| !one.conditions.is_empty()).map(str::to_owned);
        CitedFact { fact: Fact { id: one.id.clone(), kind, value, detail, place, source, ..Fact::default() }, sources }
    }

    fn publication(&self, id: &str) -> Option<Publication> {
        let source = self.pack.sources.get(id)?;
        Some(Publication {
            title: source.title.clone(),
            publisher: source.publisher.clone(),
            year: source.year,
            url: source.url.clone(),
        })
    }
}

impl Told {
    fn new(pack: &Pack, id: &str, label: Option<&str>, text: &str, stemmer: &Stemmer) -> Self {
        let topic = stems(label.unwrap_or_default(), stemmer);
        let mut all = stems(text, stemmer);
        all.extend(topic.iter().cloned());
        let sentences: Vec<String> = prose::sentences(text).into_iter().map(str::to_owned).collect();
        Self {
            id: format!("pack.{}.{id}", pack.vertical),
            section: None,
            label: label.map(str::to_owned),
            keys: sentences.iter().map(|sentence| key(sentence)).collect(),
            counts: sentences.iter().map(|sentence| Counts::of_sentence(sentence)).collect(),
            opening: stems(sentences.first().map_or("", String::as_str), stemmer),
            sentences,
            words: prose::words(text).count() + label.map_or(0, |label| prose::words(label).count()),
            conditions: Conditions::default(),
            intents: BTreeSet::new(),
            topic,
            stems: all,
            sources: Vec::new(),
        }
    }
}

/// Returns the names in the texts of a pack: words with a capital inside sentences that never occur in lower case there, and pairs
/// of words with capitals.
///
/// A word that has a capital only before another one is the start of a longer name: `Electrical` of `Electrical Code`.
fn names(pack: &Pack) -> BTreeSet<String> {
    let (mut names, mut common): (BTreeSet<String>, BTreeSet<String>) = (BTreeSet::new(), BTreeSet::new());
    for sentence in pack.texts().flat_map(prose::sentences) {
        let mut inside = prose::words(sentence).skip(1).peekable();
        let mut is_continued = false;
        while let Some(word) = inside.next() {
            let next = inside.peek().filter(|next| is_capital(next));
            match (is_capital(word), next) {
                (true, Some(next)) => _ = names.insert(format!("{word} {next}")),
                (true, None) if !is_continued => _ = names.insert(word.to_owned()),
                (true, None) => {}
                (false, _) => _ = common.insert(word.to_owned()),
            }
            is_continued = is_capital(word);
        }
    }
    names.retain(|name| !common.contains(&name.to_lowercase()));
    names
}

fn is_capital(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

/// Returns the stems of the content words.
pub(in crate::content) fn stems(text: &str, stemmer: &Stemmer) -> BTreeSet<String> {
    words(&fold(text)).filter(|word| !is_stopword(word)).map(|word| stemmer.stem(word)).collect()
}

fn short(text: &str) -> String {
    text.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lowered(vertical: &str, label: &str) -> String {
        Library::load(Some(vertical), None).unwrap().unwrap().lowered(label)
    }

    #[test]
    fn first_word_of_a_longer_name_is_lowered_without_the_rest() {
        // The packs name the National Electrical Code, Social Security and Extra Help.
        assert_eq!(lowered("solar", "Electrical panel"), "electrical panel");
        assert_eq!(lowered("workers-comp", "Social media"), "social media");
        assert_eq!(lowered("medicare", "Extra benefits"), "extra benefits");
    }

    #[test]
    fn word_that_also_occurs_in_lower_case_is_lowered() {
        assert_eq!(lowered("water-damage", "Work to a standard"), "work to a standard");
        assert_eq!(lowered("medicare", "State license"), "state license");
        assert_eq!(lowered("emergency-dentist", "A dentist on site"), "a dentist on site");
    }

    #[test]
    fn names_and_short_forms_keep_their_capitals() {
        for (vertical, label) in [
            ("funeral", "Social Security"),
            ("immigration", "Social Security and licenses"),
            ("assisted-living", "Medicaid and rent"),
            ("pest-control", "German cockroaches"),
            ("mortgage", "Loan Estimate"),
            ("accounting", "CPA license"),
            ("insulation", "R-value in writing"),
            ("medicare", "Part B premium"),
        ] {
            assert_eq!(lowered(vertical, label), label, "{vertical}");
        }
    }
}

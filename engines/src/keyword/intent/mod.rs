//! Search intent: by lexicon, then by SERP features, then by a classifier trained on this input.

mod bayes;
mod lexicon;

use lexicon::is_provider_or_work;
pub(crate) use lexicon::{Lexicon, differ, is_work_or_question, service_of};

use std::collections::HashMap;

use rayon::prelude::*;

use self::bayes::NaiveBayes;
use super::brand::Brand;
use super::output::{Intent, IntentSource};
use super::rows::Entry;
use crate::gazetteer::PlaceMention;
use crate::text::{Stemmer, is_function_word, words};

/// Minimum number of queries classified by the lexicon for training.
const LEAST_LABELLED: usize = 30;
/// Minimum cross-validated accuracy for using the classifier.
const LEAST_PRECISION: f64 = 0.7;

/// An intent with its probability; `intent` is `None` if the engine abstains.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Judgement {
    pub(crate) intent: Option<Intent>,
    pub(crate) confidence: f64,
    pub(crate) source: IntentSource,
    /// Class of the conversion rate's multiplier.
    pub(crate) urgency: Urgency,
    pub(crate) is_question: bool,
    /// Type of requested work, as bits of [`service_of`].
    pub(crate) service: u16,
}

/// Buying urgency of the words, which affects the conversion rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Urgency {
    Emergency,
    Plain,
    Research,
}

const ABSTAIN: Judgement = Judgement {
    intent: None,
    confidence: 0.0,
    source: IntentSource::Abstained,
    urgency: Urgency::Plain,
    is_question: false,
    service: 0,
};

/// Classifies all entries; `places[i]` belongs to `entries[i]`.
pub(crate) fn judge(
    entries: &[Entry], places: &[Option<PlaceMention>], brand: &Brand, lexicon: &Lexicon, threshold: f64,
) -> Vec<Judgement> {
    let mut judgements: Vec<Judgement> = entries
        .par_iter()
        .zip(places)
        .map(|(entry, place)| by_rule(entry, place.as_ref(), brand, lexicon, threshold))
        .collect();
    learn(entries, places, lexicon, &mut judgements, threshold);
    judgements
}

fn by_rule(entry: &Entry, place: Option<&PlaceMention>, brand: &Brand, lexicon: &Lexicon, threshold: f64) -> Judgement {
    let found = lexicon.read(&entry.folded);
    let base = Judgement {
        urgency: found.urgency,
        is_question: found.is_question,
        service: words(&entry.folded).fold(0, |bits, word| bits | service_of(word)),
        ..ABSTAIN
    };
    let told = |intent, confidence, source| Judgement {
        intent: (confidence >= threshold).then_some(intent),
        confidence,
        source: if confidence >= threshold { source } else { IntentSource::Abstained },
        ..base.clone()
    };
    if brand.is_named(&entry.folded) && !found.is_question {
        return told(Intent::Navigational, 0.92, IntentSource::Brand);
    }
    let wants_business = !matches!(found.intent, Some((Intent::Informational, _)));
    if let Some(place) = place
        && wants_business
    {
        let confidence = if found.intent.is_some() || place.key == "near me" { 0.95 } else { 0.82 };
        return told(Intent::Local, confidence, IntentSource::Place);
    }
    if let Some((intent, confidence)) = found.intent {
        return told(intent, confidence, IntentSource::Lexicon);
    }
    match shown_intent(entry.serp_features.as_deref()) {
        Some((intent, confidence)) => told(intent, confidence, IntentSource::SerpFeature),
        None => base,
    }
}

/// Intent that the SERP features imply.
fn shown_intent(features: Option<&[String]>) -> Option<(Intent, f64)> {
    let features = features?;
    let has = |names: &[&str]| features.iter().any(|shown| names.contains(&shown.as_str()));
    if has(&["local_pack", "map_pack", "local"]) {
        return Some((Intent::Local, 0.88));
    }
    if has(&["shopping", "shopping_results", "product_listing"]) {
        return Some((Intent::Transactional, 0.82));
    }
    None
}

/// Words for training: without the place and the words that determined the label.
fn features(entry: &Entry, place: Option<&PlaceMention>, lexicon: &Lexicon, stemmer: &Stemmer) -> Vec<String> {
    let span = place.map_or((0, 0), |mention| mention.span);
    words(&entry.folded)
        .enumerate()
        .filter(|(at, word)| (*at < span.0 || *at >= span.1) && !is_function_word(word))
        .filter(|(_, word)| !lexicon.is_trigger(word))
        .map(|(_, word)| stemmer.stem(word))
        .collect()
}

/// Returns the training words of each query as numbers, and how many words there are.
fn numbered(entries: &[Entry], places: &[Option<PlaceMention>], lexicon: &Lexicon) -> (Vec<Vec<u32>>, usize) {
    let read = |stemmer: &mut Stemmer, (entry, place): (&Entry, &Option<PlaceMention>)| {
        features(entry, place.as_ref(), lexicon, stemmer)
    };
    let texts: Vec<Vec<String>> = entries.par_iter().zip(places).map_init(Stemmer::default, read).collect();
    let mut numbers: HashMap<String, u32> = HashMap::new();
    let mut number = |word: String| {
        let next = numbers.len() as u32;
        *numbers.entry(word).or_insert(next)
    };
    let words = texts.into_iter().map(|words| words.into_iter().map(&mut number).collect()).collect();
    (words, numbers.len())
}

/// Classifies queries without a rule by naive Bayes, trained on those with a rule, if it passes cross-validation.
/// Confidence never exceeds the cross-validated precision.
///
/// Queries are labelled local by their place, which is excluded from training: the rest is a topic that people also
/// search with a place. Without a place, such a query is local only if it has a word for a provider or for work.
fn learn(
    entries: &[Entry], places: &[Option<PlaceMention>], lexicon: &Lexicon, judgements: &mut [Judgement], threshold: f64,
) {
    let (words_of, size) = numbered(entries, places, lexicon);
    let labelled: Vec<bayes::Document> = judgements
        .iter()
        .zip(&words_of)
        .filter(|(judgement, words)| judgement.intent != Some(Intent::Navigational) && !words.is_empty())
        .filter_map(|(judgement, words)| Some((words.clone(), judgement.intent?)))
        .collect();
    if labelled.len() < LEAST_LABELLED {
        return;
    }
    let Some(precision) = bayes::cross_validated_precision(&labelled, size, threshold) else { return };
    if precision < LEAST_PRECISION {
        return;
    }
    let model = NaiveBayes::fit(labelled.iter(), size);
    for (index, judgement) in judgements.iter_mut().enumerate() {
        let is_unknown = judgement.intent.is_none() && judgement.confidence == 0.0;
        let guess = if is_unknown { model.classify(&words_of[index]) } else { None };
        let Some((intent, probability)) = guess else { continue };
        if intent == Intent::Local && !words(&entries[index].folded).any(is_provider_or_work) {
            continue;
        }
        judgement.confidence = probability.min(precision);
        if judgement.confidence >= threshold {
            judgement.intent = Some(intent);
            judgement.source = IntentSource::Learned;
        }
    }
}

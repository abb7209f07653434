//! Determines place, brand, intent and key of each query.

use rayon::prelude::*;

use super::brand::Brand;
use super::input::Input;
use super::intent::{self, Judgement, Lexicon};
use super::key::variant_key;
use super::params::Checked;
use super::rows::Entry;
use crate::gazetteer::{Gazetteer, PlaceMention};
use crate::text::Stemmer;

/// Assumed length of an unknown period: Search Console's default of three months.
pub(crate) const ASSUMED_PERIOD_DAYS: f64 = 91.0;

/// Features of the queries before the analysis.
pub(crate) struct Read {
    pub(crate) entries: Vec<Entry>,
    pub(crate) places: Vec<Option<PlaceMention>>,
    pub(crate) place_keys: Vec<Option<String>>,
    pub(crate) is_brand: Vec<bool>,
    pub(crate) is_host_generic: bool,
    pub(crate) keys: Vec<String>,
    pub(crate) judgements: Vec<Judgement>,
}

/// Determines place, brand, intent and key of every query.
pub(crate) fn read(input: &Input, params: &Checked, entries: Vec<Entry>) -> Read {
    let folded: Vec<&str> = entries.iter().map(|entry| entry.folded.as_str()).collect();
    let places = Gazetteer::new(&input.places).find_all(&folded);
    let terms: Vec<&str> = input.site.brand_terms.iter().chain(&params.brand_terms).map(String::as_str).collect();
    let brand = Brand::new(input.site.host.as_deref(), &terms, &entries);
    let lexicon = Lexicon::new();
    let judgements = intent::judge(&entries, &places, &brand, &lexicon, params.intent_threshold);
    let key = |stemmer: &mut Stemmer, entry: &Entry| variant_key(&entry.folded, stemmer);
    Read {
        is_brand: entries.par_iter().map(|entry| brand.is_named(&entry.folded)).collect(),
        is_host_generic: brand.is_host_generic,
        keys: entries.par_iter().map_init(Stemmer::default, key).collect(),
        place_keys: places.iter().map(|place| place.as_ref().map(|p| p.key.clone())).collect(),
        places,
        judgements,
        entries,
    }
}

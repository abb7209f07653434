//! Slips of the pen: doubled words, wrong articles, British spelling.

use super::{Finding, language::texts};
use crate::{
    Pack,
    prose::{sentences, words},
};

/// Words that may follow themselves.
const DOUBLES: &[&str] = &["that", "had"];

/// British spellings and their American forms.
const BRITISH: &[(&str, &str)] = &[
    ("colour", "color"),
    ("odour", "odor"),
    ("mould", "mold"),
    ("neighbour", "neighbor"),
    ("labour", "labor"),
    ("favour", "favor"),
    ("centre", "center"),
    ("metre", "meter"),
    ("grey", "gray"),
    ("aluminium", "aluminum"),
    ("tyre", "tire"),
    ("kerb", "curb"),
    ("licence", "license"),
    ("defence", "defense"),
    ("offence", "offense"),
    ("cheque", "check"),
    ("programme", "program"),
    ("plough", "plow"),
    ("storey", "story"),
    ("organise", "organize"),
    ("recognise", "recognize"),
    ("authorise", "authorize"),
    ("specialise", "specialize"),
    ("minimise", "minimize"),
    ("travelling", "traveling"),
    ("cancelled", "canceled"),
    ("labelled", "labeled"),
    ("judgement", "judgment"),
    ("anaesthetic", "anesthetic"),
    ("paediatric", "pediatric"),
    ("orthopaedic", "orthopedic"),
    ("whilst", "while"),
    ("towards", "toward"),
    ("draught", "draft"),
    ("enquiry", "inquiry"),
    ("fibre", "fiber"),
    ("catalogue", "catalog"),
];

/// Words with a vowel letter that begin with a consonant sound, by their start.
const CONSONANT_SOUNDS: &[&str] = &["uni", "use", "usa", "usu", "uti", "eu", "one", "once", "ura"];
/// Words with a silent h, by their start.
const SILENT_H: &[&str] = &["hour", "honest", "honor", "heir"];

pub(super) fn check(pack: &Pack) -> Vec<Finding> {
    texts(pack).flat_map(|(at, text)| sentences(text).into_iter().flat_map(move |one| of_sentence(at, one))).collect()
}

fn of_sentence(at: &str, text: &str) -> Vec<Finding> {
    let original: Vec<&str> = words(text).collect();
    let lower: Vec<String> = original.iter().map(|word| word.to_lowercase()).collect();
    let mut found = Vec::new();
    for (pair, next) in lower.windows(2).zip(original.iter().skip(1)) {
        let [first, second] = pair else { continue };
        if first == second && !DOUBLES.contains(&first.as_str()) {
            found.push(Finding::error(at, format!("says \"{first}\" twice")));
        }
        let is_word = next.chars().skip(1).all(char::is_lowercase) && next.chars().count() > 1;
        if is_word && (first == "a" && is_vowel_sound(second) || first == "an" && !is_vowel_sound(second)) {
            found.push(Finding::error(at, format!("says \"{first} {second}\"; check the article")));
        }
    }
    for word in &lower {
        if let Some((_, american)) =
            BRITISH.iter().find(|(british, _)| word.strip_suffix('s').unwrap_or(word) == *british)
        {
            found.push(Finding::error(at, format!("spells \"{word}\"; the American form is \"{american}\"")));
        }
    }
    found
}

fn is_vowel_sound(word: &str) -> bool {
    let starts = |list: &[&str]| list.iter().any(|start| word.starts_with(start));
    let is_unin = word.starts_with("unin") || word.starts_with("unim");
    starts(SILENT_H) || word.starts_with(['a', 'e', 'i', 'o', 'u']) && (is_unin || !starts(CONSONANT_SOUNDS))
}

//! Words that say the same in the texts of a trade, for English.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::irregular::base;
use crate::content::input::FactKind;
use crate::text::Stemmer;

/// Words that say nothing about a thing.
const NEUTRAL: &str = "rule practice general example mean thing way case kind sort fact course ought accord place point \
 time times moment situation question answer reader note part amount total item bit";

/// Words that claim nothing in a clause that otherwise says a fact.
const LIGHT: &str = "get have make take put use go come stay look happen become turn think consider plan try involve sit \
 lie do set";

/// Common verbs and nouns that claim nothing in a clause that otherwise says a fact: they begin, show or name what the fact says.
/// Words of polarity, amount, duty and praise are not among them: `stop`, `half`, `must`, `new`, `good`.
const WEAK: &str = "begin start want help show hear tell ask say call turn bring hold mean know see find feel seem move \
 stay follow happen ready like keep expect work job project visit service appointment task process step option choice type \
 form area session person people someone matter really actually simply directly together along put receive choose serve \
 handle provide offer";

/// Words of headings that claim nothing.
const HEADINGS: &str = "question answer sign step guide tip cost price before after next expect need know choose ask call \
 contact help work service local area detail overview matter reason happen time prepare preparation \
 common problem cause fix check plan include cover explain compare option type choice fact proceed \
 process go say write inside behind about reach hour visit emergency day page rule permit weather \
 climate season term budget schedule list information summary introduction begin start end arrive \
 arrival notice look find get make see long much many worth first second last new old home house \
 owner customer";

/// Words that say the same; at most 128 groups.
const GROUPS: &[&str] = &[
    "need require call demand necessary must ask",
    "ask request want",
    "show reveal indicate tell",
    "begin start open",
    "price cost charge pay fee bill rate sell sale run amount",
    "buy purchase get order",
    "house home residence property household",
    "owner homeowner customer client person resident people you buyer user patient guest patron",
    "big large major great",
    "small minor little",
    "many numerous",
    "fast rapid soon quick prompt swift speedy quicker faster",
    "slow gradual",
    "cheap inexpensive affordable",
    "expensive costly",
    "repair fix mend restore",
    "find discover learn know detect see notice",
    "choose pick select decide",
    "damage harm ruin hurt",
    "destroy ruin",
    "use rely",
    "keep hold stay store remain retain",
    "check inspect look examine view test review",
    "receive obtain get",
    "give provide hand supply offer deliver",
    "remove lift take clear strip",
    "clear clean",
    "pay cover",
    "lead cause follow result produce create make",
    "return come back",
    "include part contain belong cover comprise",
    "year yearly annual annually",
    "day daily",
    "month monthly",
    "week weekly",
    "guarantee warranty cover warrant",
    "help assist aid support",
    "stop end",
    "finish complete done",
    "allow take expect plan reserve need budget spend",
    "exclude omit separate",
    "do perform work carry",
    "install fit mount place build construct",
    "ensure check confirm verify",
    "near nearby close next",
    "often frequent common commonly",
    "typical usual general normal",
    "law legal statute rule",
    "contractor company business firm",
    "technician crew worker team staff employee pro professional we mover specialist foreman he she they",
    "allow permit let",
    "prevent stop avoid keep",
    "protect guard shield",
    "keep protect",
    "source origin start cause",
    "increase raise grow rise lift",
    "reduce lower cut lessen decrease drop",
    "happen occur",
    "important key main",
    "enough sufficient adequate",
    "right correct proper",
    "fail break",
    "inform say tell notify",
    "whole entire full complete",
    "advise recommend suggest",
    "visit see appointment meet",
    "write list record note",
    "rot decay",
    "trash rubbish waste debris",
    "wet damp moist",
    "advance ahead before",
    "after afterward once following",
    "below under beneath underneath",
    "above over",
    "inside within indoors",
    "outside outdoors",
    "broken crack",
    "brittle fragile",
    "last run endure stay",
    "build form make develop",
    "build nest",
    "hot warm",
    "size big",
    "replace change swap exchange",
    "leave depart",
    "wash rinse clean",
    "job project work",
    "put lay place set",
    "talk speak",
    "reach contact call phone",
    "answer respond reply",
    "form appear develop",
    "fill complete",
    "plan schedule book arrange reserve",
    "twice two",
    "mark sign label",
    "tear strip pull",
    "transport move carry",
    "pour run flow",
    "heat warm",
    "cool chill",
    "buildup deposit accumulate build",
    "vary differ change",
    "depend hinge",
    "connect link join attach",
    "seal close",
    "spread distribute",
    "loosen free",
    "hire employ engage",
    "gather collect",
    "escape leak",
    "shut close",
    "pair two",
    "child children kid",
    "sibling brother sister",
    "limit cap maximum",
    "agree consent approval approve accept",
    "rest balance remainder remaining",
    "raise increase more",
    "height high tall",
    "deep depth",
];

/// Phrases with the word that they mean; without one they say nothing about a thing.
const PHRASES: &[(&str, &str)] = &[
    ("look after", "serve"),
    ("looks after", "serve"),
    ("looked after", "serve"),
    ("take care of", "serve"),
    ("takes care of", "serve"),
    ("care for", "serve"),
    ("cared for", "serve"),
    ("set aside", "allow"),
    ("leave out", "exclude"),
    ("leaves out", "exclude"),
    ("left out", "exclude"),
    ("take out", "remove"),
    ("takes out", "remove"),
    ("taken out", "remove"),
    ("taking out", "remove"),
    ("get rid of", "remove"),
    ("carry out", "do"),
    ("carries out", "do"),
    ("put in", "install"),
    ("puts in", "install"),
    ("find out", "learn"),
    ("make sure", "ensure"),
    ("makes sure", "ensure"),
    ("prior to", "before"),
    ("close to", "near"),
    ("next to", "near"),
    ("a lot of", "many"),
    ("many times", "often"),
    ("most of the time", "usual"),
    ("set up", "install"),
    ("give back", "return"),
    ("gives back", "return"),
    ("come back", "return"),
    ("comes back", "return"),
    ("point out", "show"),
    ("points out", "show"),
    ("look at", "inspect"),
    ("looks at", "inspect"),
    ("hold on to", "keep"),
    ("hold onto", "keep"),
    ("fill in", "complete"),
    ("fill out", "complete"),
    ("fills in", "complete"),
    ("hand over", "give"),
    ("hands over", "give"),
    ("in need of", "need"),
    ("in advance", "before"),
    ("ahead of", "before"),
    ("due to", "because"),
    ("owing to", "because"),
    ("part of", "include"),
    ("no charge", "free"),
    ("costs nothing", "free"),
    ("cost nothing", "free"),
    ("at least", ""),
    ("as well", ""),
    ("set a time", ""),
    ("in most cases", ""),
    ("in many cases", ""),
    ("stand behind", "guarantee"),
    ("stands behind", "guarantee"),
    ("wear off", "end"),
    ("wears off", "end"),
    ("worn off", "end"),
    ("break down", "break"),
    ("of course", ""),
    ("in general", ""),
    ("for example", ""),
    ("as a rule", ""),
    ("in practice", ""),
    ("around the clock", ""),
    ("no longer", ""),
    ("left over", "leftover"),
    ("as long as", ""),
    ("by itself", "alone"),
    ("on its own", "alone"),
    ("on request", "ask"),
    ("most recent", "last"),
    ("put down", "deposit"),
];

/// Words with which sentences introduce facts of a kind.
const FRAMES: &[(FactKind, &str)] = &[
    (
        FactKind::Price,
        "cost price charge pay fee run quote bill expect range begin start reach fall come sell budget spend \
         for each apiece rate amount total plan put count figure need get come bill",
    ),
    (
        FactKind::Duration,
        "take last need plan expect allow set finish done complete start run spend require hour aside within \
         ready over long count job work put get come",
    ),
    (
        FactKind::Hours,
        "open close answer hour office phone telephone line call reach staff available business lunch \
         schedule weekday week staffed",
    ),
    (
        FactKind::Phone,
        "call phone telephone number reach contact dial text ring talk speak touch line set time office book \
         schedule appointment question answer ask",
    ),
    (FactKind::Licence, "licensed license licence hold number contractor register registration state carry registered"),
    (
        FactKind::Insurance,
        "insured insurance insure carry cover coverage liability protect business company policy have back hold",
    ),
    (
        FactKind::Experience,
        "work serve business since year experience operate open found establish trade start customer begin go \
         active client patient practice welcome help home family owner customer resident people local area",
    ),
    (FactKind::Rating, "rate rating star review customer score average give earn reviewer"),
    (FactKind::Guarantee, "guarantee warranty free charge return cost back stand cover come carry warrant covered"),
    (FactKind::Award, "award win winner receive name earn get"),
    (FactKind::Service, "work do serve offer provide nearby area local"),
    (FactKind::Place, "work serve nearby area local"),
    (FactKind::Process, "step first next then begin start work"),
    (FactKind::Permit, "permit need require get obtain"),
];

/// The lists as stems.
#[derive(Debug)]
struct Lists {
    groups: BTreeMap<String, u128>,
    neutral: BTreeSet<String>,
    light: BTreeSet<String>,
    weak: BTreeSet<String>,
    headings: BTreeSet<String>,
    frames: BTreeMap<FactKind, BTreeSet<String>>,
    /// Phrases by their first word, with the stem that they mean.
    phrases: BTreeMap<&'static str, Vec<(&'static str, String)>>,
}

static LISTS: LazyLock<Lists> = LazyLock::new(|| {
    let stemmer = Stemmer::default();
    let stem = |word: &str| stemmer.stem(base(word));
    let stems = |words: &str| words.split_whitespace().map(stem).collect::<BTreeSet<String>>();
    let mut groups = BTreeMap::new();
    for (at, group) in GROUPS.iter().enumerate().take(128) {
        for stem in stems(group) {
            *groups.entry(stem).or_default() |= 1_u128 << at;
        }
    }
    let mut phrases: BTreeMap<&str, Vec<(&str, String)>> = BTreeMap::new();
    for (phrase, word) in PHRASES {
        let first = phrase.split(' ').next().unwrap_or_default();
        let meant = if word.is_empty() { String::new() } else { stem(word) };
        phrases.entry(first).or_default().push((*phrase, meant));
    }
    let frames = FRAMES.iter().map(|(kind, words)| (*kind, stems(words))).collect();
    Lists {
        groups,
        neutral: stems(NEUTRAL),
        light: stems(LIGHT),
        weak: stems(WEAK),
        headings: stems(HEADINGS),
        frames,
        phrases,
    }
});

/// Returns the groups of a stem as bits: two stems with a common one say the same.
pub(super) fn groups(stem: &str) -> u128 {
    LISTS.groups.get(stem).copied().unwrap_or_default()
}

/// True for words that say nothing about a thing: `way`, `kind`.
pub(super) fn is_neutral(stem: &str) -> bool {
    LISTS.neutral.contains(stem)
}

/// True for words that claim nothing next to a fact: `have`, `get`.
pub(super) fn is_light(stem: &str) -> bool {
    LISTS.light.contains(stem)
}

/// True for common words that claim nothing in a clause that otherwise says a fact: `starts`.
pub(super) fn is_weak(stem: &str) -> bool {
    LISTS.light.contains(stem) || LISTS.weak.contains(stem)
}

/// True for words of headings that claim nothing: `What to Expect`.
pub(super) fn is_of_heading(stem: &str) -> bool {
    is_neutral(stem) || is_light(stem) || LISTS.headings.contains(stem)
}

/// True for words with which sentences introduce a fact of the kind: `costs` before a price.
pub(super) fn is_frame(kind: FactKind, stem: &str) -> bool {
    LISTS.frames.get(&kind).is_some_and(|stems| stems.contains(stem))
}

/// True for kinds of facts that sentences introduce with words of their own.
pub(super) fn has_frame(kind: FactKind) -> bool {
    LISTS.frames.contains_key(&kind)
}

/// Returns the longest phrase at the beginning of some words: its number of words, and the stem that it means.
pub(super) fn phrase<'a>(mut words: impl Iterator<Item = &'a str> + Clone) -> Option<(usize, &'static str)> {
    let rest = words.clone();
    let known = LISTS.phrases.get(words.next()?)?;
    let is_here = |phrase: &str| {
        let mut words = rest.clone();
        phrase.split(' ').all(|part| words.next() == Some(part))
    };
    let found = known.iter().filter(|(phrase, _)| is_here(phrase));
    found.map(|(phrase, stem)| (phrase.split(' ').count(), stem.as_str())).max_by_key(|(length, _)| *length)
}

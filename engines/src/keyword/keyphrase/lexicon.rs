//! Words that end a phrase.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::text::is_stopword;

/// Verbs in their plain form.
static VERBS: &[&str] = &[
    "accept", "achieve", "acquire", "act", "add", "address", "adjust", "adopt", "affect", "agree",
    "aim", "allow", "analyse", "analyze", "appear", "apply", "argue", "arise", "ask", "assert",
    "assess", "assign", "assume", "attempt", "avoid", "base", "begin", "believe", "bring",
    "build", "calculate", "call", "carry", "cause", "change", "characterise", "characterize",
    "choose", "cite", "claim", "combine", "come", "compare", "complete", "comprise", "compute",
    "conclude", "conduct", "confirm", "consider", "consist", "constitute", "construct", "contain",
    "continue", "contribute", "convert", "cover", "create", "deal", "decide", "decrease",
    "define", "deliver", "demonstrate", "denote", "depend", "derive", "describe", "determine",
    "develop", "differ", "discover", "discuss", "display", "distinguish", "divide", "draw",
    "eliminate", "emerge", "emphasise", "emphasize", "employ", "enable", "encounter", "encourage",
    "enhance", "enrich", "ensure", "enter", "establish", "estimate", "evaluate", "evolve",
    "examine", "exceed", "exhibit", "exist", "expand", "expect", "explain", "exploit", "explore",
    "express", "extend", "extract", "face", "facilitate", "fail", "fall", "find", "fit", "focus",
    "follow", "force", "form", "formulate", "function", "gain", "generate", "give", "grow",
    "handle", "happen", "help", "highlight", "hold", "identify", "ignore", "illustrate",
    "implement", "imply", "improve", "include", "incorporate", "increase", "indicate", "infer",
    "influence", "inform", "introduce", "investigate", "involve", "join", "keep", "know", "lack",
    "lead", "learn", "lie", "limit", "link", "look", "lose", "maintain", "manage", "match",
    "mean", "measure", "meet", "mention", "motivate", "move", "need", "note", "observe", "obtain",
    "occur", "offer", "open", "operate", "outline", "overcome", "perform", "permit", "pick",
    "play", "point", "pose", "possess", "predict", "prefer", "prepare", "present", "preserve",
    "prevent", "proceed", "produce", "propose", "prove", "provide", "publish", "pursue", "raise",
    "reach", "read", "realise", "realize", "receive", "recognise", "recognize", "recommend",
    "reduce", "refer", "reflect", "regard", "relate", "rely", "remain", "remove", "replace",
    "report", "represent", "require", "resolve", "respect", "respond", "restrict", "result",
    "retain", "return", "reveal", "review", "run", "satisfy", "seek", "seem", "select", "send",
    "separate", "serve", "set", "share", "shed", "show", "simplify", "simulate", "solve",
    "specify", "spend", "stand", "start", "state", "stay", "stem", "study", "submit", "suffer",
    "suggest", "suit", "summarise", "summarize", "supply", "support", "suppose", "tackle", "take",
    "tell", "tend", "test", "think", "transform", "treat", "try", "turn", "understand",
    "undertake", "utilise", "utilize", "validate", "vary", "verify", "view", "want", "work",
    "write", "yield",
];

/// Verbs whose plain form and `-s` form are as often nouns; those two forms do not end a phrase.
static NOUNS_TOO: &[&str] = &[
    "act", "address", "aim", "appeal", "approach", "attempt", "base", "cause", "change", "claim",
    "complete", "cover", "deal", "decrease", "design", "display", "draw", "estimate", "exhibit",
    "extract", "face", "fall", "fit", "focus", "force", "form", "function", "gain", "handle",
    "help", "hold", "increase", "influence", "lack", "lead", "limit", "link", "look", "match",
    "mean", "measure", "model", "move", "need", "note", "offer", "open", "play", "point",
    "present", "process", "produce", "project", "purchase", "range", "read", "report", "request",
    "respect", "result", "return", "review", "run", "sample", "separate", "set", "share", "show",
    "spend", "stand", "start", "state", "stay", "stem", "study", "supply", "support", "test",
    "think", "transform", "treat", "turn", "use", "view", "work", "yield",
];

/// Irregular forms.
static IRREGULAR: &[&str] = &[
    "arose", "became", "began", "brought", "built", "chosen", "done", "drawn", "found", "given",
    "grown", "held", "kept", "known", "led", "lost", "made", "meant", "met", "seen", "sent",
    "shown", "taken", "thought", "understood", "written",
];

/// Forms that are names of things more often than verbs.
static NAMES: &[&str] = &[
    "beginning", "building", "computing", "engineering", "learning", "meaning", "modeling",
    "processing", "ranking", "setting", "testing", "training", "understanding",
];

/// Words too general to begin or end a key phrase; inside one they may stand.
static GENERAL: &[&str] = &[
    "able", "above", "abstract", "according", "addition", "additional", "al", "appropriate",
    "article", "author", "authors", "available", "based", "below", "best", "better", "case",
    "cases", "certain", "common", "conclusion", "conclusions", "considered", "corresponding",
    "current", "described", "different", "difficult", "due", "early", "easy", "effective",
    "efficient", "eg", "entire", "eq", "especially", "et", "example", "existing", "fact", "false",
    "few", "fig", "figure", "first", "five", "following", "four", "free", "full", "further",
    "future", "general", "given", "good", "great", "greater", "high", "higher", "ie", "important",
    "instance", "interesting", "introduction", "key", "kind", "large", "larger", "late", "long",
    "low", "lower", "main", "major", "many", "new", "novel", "number", "numbers", "obtained",
    "old", "one", "order", "own", "paper", "part", "particular", "particularly", "parts",
    "possible", "present", "presented", "previous", "proposed", "real", "recent", "ref", "refs",
    "related", "respect", "result", "results", "right", "same", "second", "section", "several",
    "short", "significant", "similar", "simple", "small", "smaller", "so-called", "specific",
    "strong", "study", "such", "suitable", "table", "term", "terms", "thing", "things", "third",
    "three", "total", "traditional", "true", "two", "typical", "use", "used", "useful", "usual",
    "various", "way", "ways", "weak", "well-known", "whole", "work", "wrong",
];

/// Words in `-ly` that are no adverbs.
static NO_ADVERBS: &[&str] = &["anomaly", "assembly", "family", "monopoly", "supply"];

static VERB_FORMS: LazyLock<HashSet<String>> = LazyLock::new(verb_forms);
static GENERAL_WORDS: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| GENERAL.iter().copied().collect());

/// True for a lower-case word no key phrase holds: function words, verbs, adverbs and bare numbers.
pub(super) fn ends_phrase(word: &str) -> bool {
    let is_number = word.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
    let is_adverb = word.len() > 4 && word.ends_with("ly") && !NO_ADVERBS.contains(&word);
    is_number || is_adverb || is_stopword(word) || VERB_FORMS.contains(word)
}

/// True for a lower-case word that is cut off from the ends of a phrase.
pub(super) fn is_general(word: &str) -> bool {
    GENERAL_WORDS.contains(word)
}

fn verb_forms() -> HashSet<String> {
    let mut forms: HashSet<String> = VERBS
        .iter()
        .flat_map(|verb| inflections(verb))
        .chain(IRREGULAR.iter().map(|form| (*form).to_owned()))
        .collect();
    for name in NAMES {
        forms.remove(*name);
    }
    forms
}

/// The regular forms of a verb; for one that is a noun too, the participles alone.
fn inflections(verb: &str) -> Vec<String> {
    let stem = verb.strip_suffix('e').unwrap_or(verb);
    let mut forms = vec![format!("{stem}ing"), format!("{stem}ed")];
    if let Some(stem) = verb.strip_suffix('y') {
        forms.extend([format!("{stem}ied"), format!("{stem}ies")]);
    }
    if doubles_last(verb) {
        let last = &verb[verb.len() - 1..];
        forms.extend([format!("{verb}{last}ing"), format!("{verb}{last}ed")]);
    }
    if !NOUNS_TOO.contains(&verb) {
        forms.extend([verb.to_owned(), format!("{verb}s")]);
    }
    if verb.ends_with(['s', 'x', 'h']) {
        forms.push(format!("{verb}es"));
    }
    forms
}

/// Short verbs that end in consonant, vowel, consonant double the last: `fitted`, `running`.
fn doubles_last(verb: &str) -> bool {
    let letters: Vec<char> = verb.chars().rev().take(3).collect();
    let is_vowel = |c: char| "aeiou".contains(c);
    verb.len() <= 6
        && matches!(letters[..], [last, middle, first]
            if "bdgmnprt".contains(last) && is_vowel(middle) && !is_vowel(first))
}

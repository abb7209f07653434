//! Words that end a phrase.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::text::is_stopword;

/// Base forms of verbs.
static VERBS: &str = "\
    accelerate accept accommodate accomplish achieve acquire act adapt add address adjust adopt \
    affect agree aid aim alleviate allow alter analyse analyze anticipate appear apply argue \
    arise ask assert assess assign assume attempt attract automate avoid await base begin \
    believe belong borrow bring build buy calculate call carry cast cater cause change \
    characterise characterize check choose cite claim clarify classify climb collect combine \
    come compare compensate compete complement complete compose comprise compute conceive \
    concentrate conclude conduct confirm consider consist constitute constrain construct consult \
    contain continue contribute convert convey convince cope correspond count cover create deal \
    decide decrease dedicate deduce define degrade deliver demonstrate denote depend depict \
    deploy derive describe destroy detect determine develop devise devote differ differentiate \
    diminish disappear discard discover discuss display distinguish divide dominate draw drop \
    elaborate eliminate emerge emphasise emphasize employ enable encompass encounter encourage \
    enforce enhance enrich ensure enter equip establish estimate evaluate evoke evolve examine \
    exceed excel exclude execute exhibit exist expand expect explain exploit explore express \
    extend extract face facilitate fail fall fill find fit flow focus follow force form \
    formulate function gain gather generate give govern grow guarantee guide handle happen help \
    highlight hinder hold identify ignore illustrate implement imply impose improve include \
    incorporate increase indicate infer influence inform inspire integrate intend interact \
    introduce invent investigate involve join justify keep know label lack launch lay lead learn \
    leverage lie limit link locate look lose maintain manage match maximise maximize mean \
    measure meet mention minimise minimize mitigate modify motivate move need neglect negotiate \
    note notice observe obtain occur offer open operate oppose optimise optimize organise \
    organize originate outline overcome overlook perceive perform permit persist pick play point \
    pose possess postulate preclude predict prefer prepare present preserve prevent proceed \
    produce prohibit promise promote prompt propose prove provide publish pursue quantify \
    question raise rank reach read realise realize reason recall receive recognise recognize \
    recommend reconstruct recover reduce refer refine reflect regard reject relate relax relieve \
    rely remain remove render repeat replace replicate report represent require resolve respect \
    respond restrict result retain return reveal review rewrite run satisfy save seek seem seize \
    select send separate serve set share shed shift show simplify simulate solve specify speed \
    spend spread stand start state stay stem stress strive study submit succeed suffer suggest \
    suit summarise summarize supply support suppose surpass surround sustain switch synthesise \
    synthesize tackle take tell tend test think trace train transfer transform translate treat \
    trigger try turn undergo underlie understand undertake unify update utilise utilize validate \
    vary verify view visit want wish work write yield";

/// Verbs with a base form and `-s` form that are as often nouns; these two forms do not end a phrase.
static NOUNS_TOO: &str = "\
    act address aid aim appeal approach attempt base buy cast cater cause change check claim \
    climb complete compound count cover deal decrease design display draw drop estimate excel \
    exhibit extract face fall fill fit flow focus force form function gain guide handle help \
    hold increase influence label lack launch lay lead leverage limit link look match mean \
    measure model move need note notice offer open play point present process produce project \
    promise prompt purchase question range rank read reason recall repeat report request respect \
    result return review run sample save separate set share shift show speed spend spread stand \
    start state stay stem stress study supply support switch test think trace train transfer \
    transform treat trigger turn update use view visit wish work yield";

/// Irregular forms.
static IRREGULAR: &str = "\
    arose became began brought built chosen done drawn found given grown held kept known led \
    lost made meant met seen sent shown taken thought understood written";

/// Forms that are nouns more often than verbs.
static NAMES: &str = "\
    beginning building computing engineering learning meaning modeling processing ranking \
    setting testing training understanding";

/// Words too general to begin or end a key phrase; they are allowed inside one.
static GENERAL: &str = "\
    able above abstract according addition additional al appropriate article author authors \
    available based below best better case cases certain common conclusion conclusions \
    considered corresponding current described different difficult due early easy effective \
    efficient eg entire eq especially et example existing fact false few fig figure first five \
    following four free full further future general given good great greater high higher ie \
    important instance interesting introduction key kind large larger late long low lower main \
    major many new novel number numbers obtained old one order own paper part particular \
    particularly parts possible present presented previous proposed real recent ref refs related \
    respect result results right same second section several short significant similar simple \
    small smaller so-called specific strong study such suitable table term terms thing things \
    third three total traditional true two typical use used useful usual various way ways weak \
    well-known whole work wrong";

/// Words in `-ly` that are not adverbs.
static NO_ADVERBS: &[&str] = &["anomaly", "assembly", "family", "monopoly", "supply"];

static VERB_FORMS: LazyLock<HashSet<String>> = LazyLock::new(verb_forms);
static GENERAL_WORDS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| GENERAL.split(' ').collect());

/// Returns true for a lower-case word that no key phrase contains: function words, verbs, adverbs and bare numbers.
pub(super) fn ends_phrase(word: &str) -> bool {
    let is_number = word.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
    let is_adverb = word.len() > 4 && word.ends_with("ly") && !NO_ADVERBS.contains(&word);
    is_number || is_adverb || is_stopword(word) || VERB_FORMS.contains(word)
}

/// Returns true for a lower-case word that is removed from the ends of a phrase.
pub(super) fn is_general(word: &str) -> bool {
    GENERAL_WORDS.contains(word)
}

fn verb_forms() -> HashSet<String> {
    let mut forms: HashSet<String> =
        VERBS.split(' ').flat_map(inflections).chain(IRREGULAR.split(' ').map(str::to_owned)).collect();
    for name in NAMES.split(' ') {
        forms.remove(name);
    }
    forms
}

/// Regular forms of a verb; only the participles if it is also a noun.
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
    if !NOUNS_TOO.split(' ').any(|noun| noun == verb) {
        forms.extend([verb.to_owned(), format!("{verb}s")]);
    }
    if verb.ends_with(['s', 'x', 'h']) {
        forms.push(format!("{verb}es"));
    }
    forms
}

/// Returns true for short verbs that end in consonant, vowel, consonant and double the last letter:
/// `fitted`, `running`.
fn doubles_last(verb: &str) -> bool {
    let letters: Vec<char> = verb.chars().rev().take(3).collect();
    let is_vowel = |c: char| "aeiou".contains(c);
    verb.len() <= 6
        && matches!(letters[..], [last, middle, first]
            if "bdgmnprt".contains(last) && is_vowel(middle) && !is_vowel(first))
}

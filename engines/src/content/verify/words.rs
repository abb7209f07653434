//! Word lists of the checks, for English.

/// Pairs of opposites as stems.
const OPPOSITES: &[(&str, &str)] = &[
    ("includ", "exclud"),
    ("befor", "after"),
    ("more", "less"),
    ("more", "fewer"),
    ("increas", "decreas"),
    ("increas", "reduc"),
    ("rais", "lower"),
    ("rise", "fall"),
    ("open", "close"),
    ("legal", "illeg"),
    ("cheaper", "dearer"),
    ("faster", "slower"),
    ("longer", "shorter"),
    ("higher", "lower"),
    ("high", "low"),
    ("insid", "outsid"),
    ("abov", "below"),
    ("upper", "lower"),
    ("hot", "cold"),
    ("warm", "cold"),
    ("wet", "dri"),
    ("wet", "dry"),
    ("summer", "winter"),
    ("spring", "autumn"),
    ("old", "new"),
    ("older", "newer"),
    ("larg", "small"),
    ("larger", "smaller"),
    ("safe", "danger"),
    ("safe", "unsaf"),
    ("requir", "option"),
    ("allow", "forbid"),
    ("allow", "prohibit"),
    ("permit", "prohibit"),
    ("accept", "refus"),
    ("accept", "reject"),
    ("cover", "exclud"),
    ("begin", "end"),
    ("start", "stop"),
    ("first", "last"),
    ("earli", "late"),
    ("earlier", "later"),
    ("easi", "hard"),
    ("easier", "harder"),
    ("common", "rare"),
    ("often", "rare"),
    ("often", "seldom"),
    ("usual", "rare"),
    ("strong", "weak"),
    ("stronger", "weaker"),
    ("thick", "thin"),
    ("deep", "shallow"),
    ("public", "privat"),
    ("feder", "local"),
    ("state", "feder"),
    ("buyer", "seller"),
    ("landlord", "tenant"),
    ("plaintiff", "defend"),
    ("employ", "employe"),
    ("lender", "borrow"),
    ("north", "south"),
    ("east", "west"),
    ("left", "right"),
    ("day", "night"),
    ("dirti", "clean"),
    ("minimum", "maximum"),
    ("tighten", "loosen"),
    ("expand", "shrink"),
    ("shade", "sunni"),
    ("partial", "full"),
    ("temporari", "permanent"),
    ("voluntari", "mandatori"),
    ("option", "mandatori"),
    ("visibl", "hidden"),
    ("acid", "alkalin"),
    ("rough", "smooth"),
    ("heavi", "light"),
    ("front", "back"),
    ("top", "bottom"),
    ("better", "wors"),
    ("improv", "worsen"),
    ("gain", "lose"),
    ("remov", "add"),
    ("add", "subtract"),
    ("lock", "unlock"),
    ("dearer", "cheap"),
];

/// Words that turn a clause round, as folded words.
const NEGATORS: &[&str] = &[
    "not",
    "no",
    "never",
    "none",
    "nobody",
    "nothing",
    "neither",
    "nor",
    "without",
    "cannot",
    "cant",
    "dont",
    "doesnt",
    "didnt",
    "isnt",
    "arent",
    "wasnt",
    "werent",
    "wont",
    "wouldnt",
    "shouldnt",
    "couldnt",
    "hasnt",
    "havent",
    "hadnt",
    "mustnt",
    "exclude",
    "excludes",
    "excluded",
    "excluding",
    "except",
    "omit",
    "omits",
    "omitted",
    "lack",
    "lacks",
    "lacking",
    "refuse",
    "refuses",
    "fail",
    "fails",
    "unable",
    "impossible",
    "rarely",
    "seldom",
    "hardly",
    "scarcely",
];

/// Words that leave room.
const HEDGES: &[&str] = &[
    "usually",
    "often",
    "many",
    "most",
    "some",
    "may",
    "can",
    "could",
    "might",
    "sometimes",
    "generally",
    "normally",
    "typically",
    "frequently",
    "likely",
    "commonly",
    "several",
    "probably",
    "tends",
    "tend",
    "should",
    "mostly",
    "ordinarily",
    "possibly",
    "perhaps",
    "occasionally",
    "about",
    "nearly",
    "almost",
    "partly",
    "few",
    "rarely",
    "seldom",
];

/// Words that leave none.
const ABSOLUTES: &[&str] = &[
    "always",
    "never",
    "all",
    "every",
    "only",
    "must",
    "guaranteed",
    "entirely",
    "completely",
    "fully",
    "invariably",
    "certainly",
    "definitely",
    "everyone",
    "everybody",
    "nobody",
    "none",
    "any",
    "without exception",
    "solely",
    "totally",
    "absolutely",
    "forever",
];

/// Stems that do not say what a quantity is about.
const GENERIC: &[&str] = &[
    "cost", "price", "charg", "fee", "pay", "paid", "rate", "quot", "estim", "rang", "run", "start", "begin", "averag",
    "typic", "usual", "rough", "approxim", "last", "need", "requir", "come", "work", "job", "jobs", "servic",
    "compani", "busi", "home", "hous", "owner", "homeown", "custom", "client", "peopl", "person", "time", "total",
    "addit", "extra", "expect", "offer", "provid", "includ", "cover", "plan", "amount", "sum", "number", "figur",
    "local", "area", "town", "citi", "year", "day", "hour", "minut", "week", "month", "second", "dollar", "percent",
    "foot", "feet", "inch", "mile", "pound", "gallon", "degre", "dozen", "hundr", "thousand", "million", "half", "one",
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twenti", "thirti", "forti", "fifti",
    "know", "find", "give", "long", "short", "high", "low", "big", "small", "good", "new", "keep", "bill", "budget",
    "spend", "set", "aim", "plus", "tax", "everi", "normal", "general", "general", "common", "phone", "call", "reach",
    "depend", "vari", "done", "finish", "complet",
];

/// Words that begin a clause.
const CLAUSES: &[&str] = &[
    "and", "but", "while", "whereas", "because", "so", "which", "when", "if", "although", "though", "unless", "until",
    "since", "then",
];

/// Words with a capital that name nobody.
const CAPITALS: &[&str] = &[
    "i",
    "im",
    "ive",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "mondays",
    "tuesdays",
    "wednesdays",
    "thursdays",
    "fridays",
    "saturdays",
    "sundays",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "hvac",
    "ac",
    "diy",
    "faq",
    "tv",
    "pvc",
    "led",
    "id",
    "ok",
    "am",
    "pm",
    "us",
    "usa",
    "english",
    "thanksgiving",
    "christmas",
    "easter",
];

pub(super) fn is_clause_start(word: &str) -> bool {
    CLAUSES.contains(&word)
}

pub(super) fn is_generic(stem: &str) -> bool {
    GENERIC.contains(&stem)
}

pub(super) fn is_negator(word: &str) -> bool {
    NEGATORS.contains(&word)
}

pub(super) fn is_hedge(word: &str) -> bool {
    HEDGES.contains(&word)
}

pub(super) fn is_absolute(word: &str) -> bool {
    ABSOLUTES.contains(&word)
}

pub(super) fn is_common_capital(word: &str) -> bool {
    CAPITALS.contains(&word)
}

/// Returns true for opposites, such as `before` and `after`, `safe` and `unsafe`.
pub(super) fn are_opposites(a: &str, b: &str) -> bool {
    let is_prefixed = |a: &str, b: &str| {
        ["un", "in", "im", "non", "il", "ir", "dis"]
            .iter()
            .any(|prefix| a.strip_prefix(prefix).is_some_and(|rest| rest.len() > 3 && rest == b))
    };
    is_prefixed(a, b) || is_prefixed(b, a) || OPPOSITES.iter().any(|(x, y)| (*x, *y) == (a, b) || (*y, *x) == (a, b))
}

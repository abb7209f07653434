//! Function words and stop words.

use std::sync::LazyLock;

use super::lookup::WordTable;

/// Returns true for articles, prepositions and other words that do not change the meaning of a query.
///
/// The list is short on purpose: `not`, `without`, `vs`, `for` and question words change the meaning.
pub fn is_function_word(word: &str) -> bool {
    matches!(
        word,
        "a" | "an"
            | "the"
            | "in"
            | "of"
            | "at"
            | "on"
            | "to"
            | "and"
            | "&"
            | "is"
            | "are"
            | "do"
            | "does"
            | "my"
            | "your"
            | "our"
    )
}

/// Returns true for English stop words, for weighting running text.
pub fn is_stopword(word: &str) -> bool {
    TABLE.get(word).is_some()
}

static TABLE: LazyLock<WordTable<()>> =
    LazyLock::new(|| WordTable::new(STOPWORDS.split(' ').map(|word| (word.to_owned(), ()))));

/// Function words of English, sorted: determiners, pronouns, prepositions, conjunctions, auxiliaries.
static STOPWORDS: &str = "\
    a about above across after afterwards again against all almost along already also although \
    always am among amongst an and another any anybody anyhow anyone anything anyway anywhere \
    are aren arent around as at away back be became because become becomes been before \
    beforehand being below beside besides between beyond both but by came can cannot cant could \
    couldn couldnt did didn didnt do does doesn doesnt doing don done dont down due during each \
    either else elsewhere enough etc even ever every everybody everyone everything everywhere \
    except few for from further furthermore get gets getting go goes going gone got had hadn has \
    hasn hasnt have haven havent having he hence her here hereby herein hers herself him himself \
    his how however i if im in indeed instead into is isn isnt it its itself ive just keep kept \
    last least less let lets like made make makes many may maybe me meanwhile might mine more \
    moreover most mostly much must my myself near nearly neither never nevertheless next no \
    nobody none nor not nothing now nowhere of off often on once one only onto or other others \
    otherwise our ours ourselves out over own per perhaps please put quite rather re really \
    regarding same say says see seem seemed seeming seems several shall she should shouldn since \
    so some somebody somehow someone something sometime sometimes somewhere still such take \
    taken than that thats the their theirs them themselves then thence there thereafter thereby \
    therefore therein thereupon these they this those though through throughout thru thus to \
    together too toward towards under unless unlike until up upon us use used using various very \
    via was wasn wasnt we well were weren what whatever when whence whenever where whereas \
    whereby wherein whether which while who whoever whole whom whose why will with within \
    without won wont would wouldn yes yet you your yours yourself yourselves";

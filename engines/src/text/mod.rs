//! Text processing shared by all engines.

mod fold;
mod sentences;
mod stem;
mod stopwords;

pub use fold::{fold, words};
pub use sentences::sentences;
pub use stem::Stemmer;
pub use stopwords::{is_function_word, is_stopword};

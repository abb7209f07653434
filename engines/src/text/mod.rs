//! Text processing shared by all engines.

mod article;
mod fold;
mod lookup;
mod sentences;
mod stem;
mod stopwords;
mod vectors;

pub use article::with_article;
pub use fold::{fold, words};
pub(crate) use lookup::WordTable;
pub use sentences::sentences;
pub use stem::Stemmer;
pub use stopwords::{is_function_word, is_stopword};
pub use vectors::{VECTOR_SIZE, word_vector};

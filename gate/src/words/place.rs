//! Names of places.

use engines::{common::EngineError, content::PlaceFacts};

/// Names looked up in one list.
const MOST_LOOKED_UP: usize = 60;

/// Returns true for a part of a list that may be a name: up to four words that begin with capitals, or a ZIP code.
pub(crate) fn is_name_like(part: &str) -> bool {
    let part = part.trim();
    if part.len() == 5 && part.bytes().all(|byte| byte.is_ascii_digit()) {
        return true;
    }
    let words: Vec<&str> = part.split_whitespace().collect();
    let is_name = |word: &&str| word.chars().next().is_some_and(char::is_uppercase) && word.chars().count() < 30;
    (1..=4).contains(&words.len()) && words.iter().all(is_name)
}

/// Returns true for a known place of the United States, or one of several of that name.
pub(crate) fn is_known(name: &str) -> bool {
    let name = name.trim();
    if name.len() == 5 && name.bytes().all(|byte| byte.is_ascii_digit()) {
        return true;
    }
    match PlaceFacts::look_up(name, None, None) {
        Ok(_) => true,
        Err(EngineError::InvalidInput { problem, .. }) => problem.contains("name the state"),
        Err(_) => false,
    }
}

/// Returns true if a list of names is one of places: at least a third of them are known.
pub(crate) fn are_places(names: &[&str]) -> bool {
    let looked_up = names.len().min(MOST_LOOKED_UP);
    let known = names.iter().take(MOST_LOOKED_UP).filter(|name| is_known(name)).count();
    known * 3 >= looked_up && known > 0
}

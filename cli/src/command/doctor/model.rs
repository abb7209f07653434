//! Checks the sentence model: it is optional, but must be valid if present.

use shared::config::ModelChoice;
use workers::models;

use super::Finding;

const CHECK: &str = "sentence model";
const ADVICE: &str = "Install it again: motherlode model install. Or go without: --model none.";

pub(crate) fn look(choice: &ModelChoice) -> Finding {
    let dir = match models::chosen(choice) {
        Ok(Some(dir)) => dir,
        Ok(None) if *choice == ModelChoice::None => return Finding::ok(CHECK, "none (--model none)"),
        Ok(None) => {
            return Finding::ok(CHECK, "none: engines compare words only. Install one with motherlode model install");
        }
        Err(error) => return Finding::fail(CHECK, format!("{}: {error}", choice.place().display()), ADVICE),
    };
    match models::read(&dir) {
        Ok(model) => Finding::ok(CHECK, format!("{}, {} dimensions", dir.display(), model.dimensions())),
        Err(error) => Finding::fail(CHECK, error.to_string(), ADVICE),
    }
}

//! Names of the states.

/// Postal codes and names of the 50 states and DC.
const STATES: [(&str, &str); 51] = [
    ("AL", "Alabama"),
    ("AK", "Alaska"),
    ("AZ", "Arizona"),
    ("AR", "Arkansas"),
    ("CA", "California"),
    ("CO", "Colorado"),
    ("CT", "Connecticut"),
    ("DE", "Delaware"),
    ("DC", "the District of Columbia"),
    ("FL", "Florida"),
    ("GA", "Georgia"),
    ("HI", "Hawaii"),
    ("ID", "Idaho"),
    ("IL", "Illinois"),
    ("IN", "Indiana"),
    ("IA", "Iowa"),
    ("KS", "Kansas"),
    ("KY", "Kentucky"),
    ("LA", "Louisiana"),
    ("ME", "Maine"),
    ("MD", "Maryland"),
    ("MA", "Massachusetts"),
    ("MI", "Michigan"),
    ("MN", "Minnesota"),
    ("MS", "Mississippi"),
    ("MO", "Missouri"),
    ("MT", "Montana"),
    ("NE", "Nebraska"),
    ("NV", "Nevada"),
    ("NH", "New Hampshire"),
    ("NJ", "New Jersey"),
    ("NM", "New Mexico"),
    ("NY", "New York"),
    ("NC", "North Carolina"),
    ("ND", "North Dakota"),
    ("OH", "Ohio"),
    ("OK", "Oklahoma"),
    ("OR", "Oregon"),
    ("PA", "Pennsylvania"),
    ("RI", "Rhode Island"),
    ("SC", "South Carolina"),
    ("SD", "South Dakota"),
    ("TN", "Tennessee"),
    ("TX", "Texas"),
    ("UT", "Utah"),
    ("VT", "Vermont"),
    ("VA", "Virginia"),
    ("WA", "Washington"),
    ("WV", "West Virginia"),
    ("WI", "Wisconsin"),
    ("WY", "Wyoming"),
];

/// Splits the name or code of a state from the start of a text.
pub(in crate::content) fn split(text: &str) -> Option<(&'static str, &str)> {
    let is_end = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric());
    let starts = |prefix: &str, name| {
        text.strip_prefix(prefix).filter(|rest| is_end(rest)).map(|rest| (name, rest.trim_start()))
    };
    STATES.iter().find_map(|&(code, name)| {
        let plain = name.strip_prefix("the ").unwrap_or(name);
        starts(plain, name).or_else(|| starts(code, name))
    })
}

/// Returns the code of the state at the end of a place's name: `Austin, TX`.
pub(in crate::content) fn code_in(place: &str) -> Option<&'static str> {
    let last = place.rsplit(',').next()?.trim();
    STATES.iter().find(|(code, name)| *code == last || *name == last).map(|(code, _)| *code)
}

/// Returns the name of a state by its code.
pub(in crate::content) fn name_of(code: &str) -> Option<&'static str> {
    STATES.iter().find(|(known, _)| *known == code).map(|(_, name)| *name)
}

/// Words with which `the state` is one term: `in the state register`.
const TERMS: [&str; 6] = ["of", "register", "license", "licensing", "where", "that"];

/// Names the state that a text calls `the state`: `rules in the state` becomes `rules in Ohio`.
pub(in crate::content) fn named(text: &str, state: &str) -> String {
    const GENERAL: &str = " in the state";
    let is_end = |rest: &str| {
        let next = rest.trim_start().split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        rest.starts_with([' ', ',', '.']) && !(rest.starts_with(' ') && TERMS.contains(&next))
    };
    match text.find(GENERAL).filter(|at| is_end(&text[at + GENERAL.len()..])) {
        Some(at) => format!("{} in {state}{}", &text[..at], &text[at + GENERAL.len()..]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_state_itself_gets_its_name() {
        assert_eq!(
            named("Bail agents in the state work under licenses.", "Ohio"),
            "Bail agents in Ohio work under licenses."
        );
        assert_eq!(named("This applies in the state.", "Ohio"), "This applies in Ohio.");
        for same in ["Look in the state register.", "Ask in the state of the license.", "Look in the state's search."] {
            assert_eq!(named(same, "Ohio"), same);
        }
    }
}

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

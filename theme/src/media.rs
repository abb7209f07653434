//! Evaluates media queries: for a wide screen and a color scheme.

/// Width of the screen, in CSS pixels.
const WIDTH: f64 = 1_280.0;

/// Color scheme of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scheme {
    Light,
    Dark,
}

/// Condition of a part of a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    Always,
    In(Scheme),
    Never,
}

impl When {
    /// Combines two conditions.
    pub(super) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Always, when) | (when, Self::Always) => when,
            (Self::In(one), Self::In(two)) if one == two => self,
            _ => Self::Never,
        }
    }

    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Never, when) | (when, Self::Never) => when,
            (Self::In(one), Self::In(two)) if one == two => self,
            _ => Self::Always,
        }
    }

    pub(super) fn holds(self, scheme: Scheme) -> bool {
        match self {
            Self::Always => true,
            Self::In(one) => one == scheme,
            Self::Never => false,
        }
    }
}

/// Evaluates a list of media queries. Unknown features count as true, because they rarely concern colours.
pub(super) fn when(queries: &str) -> When {
    let queries = queries.trim().to_ascii_lowercase();
    if queries.is_empty() {
        return When::Always;
    }
    queries.split(',').map(query).fold(When::Never, When::or)
}

fn query(query: &str) -> When {
    let query = query.trim();
    if let Some(negated) = query.strip_prefix("not ") {
        let is_other_medium = ["print", "speech"].iter().any(|medium| negated.trim().starts_with(medium));
        return if is_other_medium { When::Always } else { When::Never };
    }
    query.split(" and ").map(term).fold(When::Always, When::and)
}

fn term(term: &str) -> When {
    let term = term.trim().trim_start_matches("only ").trim();
    let Some(feature) = term.strip_prefix('(').map(|rest| rest.trim_end_matches(')').trim()) else {
        return if matches!(term, "" | "all" | "screen") { When::Always } else { When::Never };
    };
    let (name, value) = feature.split_once(':').map_or((feature, ""), |(name, value)| (name.trim(), value.trim()));
    let so = |holds: bool| if holds { When::Always } else { When::Never };
    match (name, value) {
        ("prefers-color-scheme", "dark") => When::In(Scheme::Dark),
        ("prefers-color-scheme", _) => When::In(Scheme::Light),
        ("min-width" | "min-device-width", width) => so(pixels(width).is_none_or(|least| least <= WIDTH)),
        ("max-width" | "max-device-width", width) => so(pixels(width).is_none_or(|most| most >= WIDTH)),
        ("prefers-reduced-motion" | "prefers-contrast" | "forced-colors" | "inverted-colors", value) => {
            so(matches!(value, "no-preference" | "none"))
        }
        ("hover" | "any-hover", value) => so(value != "none"),
        ("pointer" | "any-pointer", value) => so(value != "coarse" && value != "none"),
        ("scripting", value) => so(value != "none"),
        (feature, "") => so(range(feature)),
        _ => When::Always,
    }
}

/// Evaluates `width >= 40rem`, `40rem <= width`.
fn range(feature: &str) -> bool {
    let Some(at) = feature.find(['<', '>']) else { return true };
    let (left, right) = feature.split_at(at);
    let is_less = right.starts_with('<');
    let right = right.trim_start_matches(['<', '>', '=']).trim();
    match (left.trim(), right) {
        ("width", width) => pixels(width).is_none_or(|width| if is_less { WIDTH <= width } else { WIDTH >= width }),
        (width, "width") => pixels(width).is_none_or(|width| if is_less { width <= WIDTH } else { width >= WIDTH }),
        _ => true,
    }
}

/// Converts a length to CSS pixels.
pub(super) fn pixels(length: &str) -> Option<f64> {
    let length = length.trim();
    let end = length.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(length.len());
    let (number, unit) = length.split_at(end);
    let number: f64 = number.parse().ok()?;
    match unit.trim() {
        "px" => Some(number),
        "" if number == 0.0 => Some(0.0),
        "rem" | "em" => Some(number * 16.0),
        "pt" => Some(number * 4.0 / 3.0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_counts_is_a_wide_screen() {
        for holds in
            ["", "all", "screen", "only screen and (min-width: 40em)", "(width >= 64rem)", "not print", "print, screen"]
        {
            assert_eq!(when(holds), When::Always, "{holds}");
        }
        for fails in ["print", "(max-width: 600px)", "screen and (max-width:37.5em)", "(width < 40rem)", "not all"] {
            assert_eq!(when(fails), When::Never, "{fails}");
        }
        assert_eq!(when("(prefers-color-scheme: dark)"), When::In(Scheme::Dark));
        assert_eq!(when("screen and (prefers-color-scheme:light)"), When::In(Scheme::Light));
        assert_eq!(when("(prefers-color-scheme: dark) and (max-width: 10px)"), When::Never);
    }
}

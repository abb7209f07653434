//! Evaluates media queries for the screens that are checked.

/// Screen on which a page is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Screen {
    /// Wide, with the light color scheme.
    Light,
    /// Wide, with the dark color scheme.
    Dark,
    /// That of a telephone, with the light color scheme.
    Narrow,
}

/// All screens.
const ALL: [Screen; 3] = [Screen::Light, Screen::Dark, Screen::Narrow];

/// Screens on which a part of a sheet counts, a bit for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct When(u8);

impl When {
    pub(crate) const ALWAYS: Self = Self(0b111);
    pub(crate) const NEVER: Self = Self(0);

    /// Combines two conditions.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn holds(self, screen: Screen) -> bool {
        self.0 & screen.bit() != 0
    }

    fn of(holds: impl Fn(Screen) -> bool) -> Self {
        Self(ALL.into_iter().filter(|screen| holds(*screen)).map(Screen::bit).sum())
    }
}

impl Screen {
    const fn bit(self) -> u8 {
        match self {
            Self::Light => 1,
            Self::Dark => 2,
            Self::Narrow => 4,
        }
    }

    /// Width in CSS pixels.
    const fn width(self) -> f64 {
        match self {
            Self::Light | Self::Dark => 1_280.0,
            Self::Narrow => 390.0,
        }
    }
}

/// Evaluates a list of media queries. Unknown features count as true.
pub(crate) fn when(queries: &str) -> When {
    let queries = queries.trim().to_ascii_lowercase();
    if queries.is_empty() {
        return When::ALWAYS;
    }
    queries.split(',').map(query).fold(When::NEVER, When::or)
}

fn query(query: &str) -> When {
    let query = query.trim();
    if let Some(negated) = query.strip_prefix("not ") {
        let is_other_medium = ["print", "speech"].iter().any(|medium| negated.trim().starts_with(medium));
        return if is_other_medium { When::ALWAYS } else { When::NEVER };
    }
    query.split(" and ").map(term).fold(When::ALWAYS, When::and)
}

fn term(term: &str) -> When {
    let term = term.trim().trim_start_matches("only ").trim();
    let Some(feature) = term.strip_prefix('(').map(|rest| rest.trim_end_matches(')').trim()) else {
        return if matches!(term, "" | "all" | "screen") { When::ALWAYS } else { When::NEVER };
    };
    let (name, value) = feature.split_once(':').map_or((feature, ""), |(name, value)| (name.trim(), value.trim()));
    let so = |holds: bool| if holds { When::ALWAYS } else { When::NEVER };
    match (name, value) {
        ("prefers-color-scheme", scheme) => When::of(|screen| (screen == Screen::Dark) == (scheme == "dark")),
        ("min-width", width) => When::of(|screen| pixels(width).is_none_or(|least| least <= screen.width())),
        ("max-width", width) => When::of(|screen| pixels(width).is_none_or(|most| most >= screen.width())),
        ("prefers-reduced-motion" | "prefers-contrast" | "forced-colors", value) => {
            so(matches!(value, "no-preference" | "none"))
        }
        (feature, "") => When::of(|screen| range(feature, screen.width())),
        _ => When::ALWAYS,
    }
}

/// Evaluates `width >= 40rem` for a screen.
fn range(feature: &str, screen: f64) -> bool {
    let Some(at) = feature.find(['<', '>']) else { return true };
    let (left, right) = feature.split_at(at);
    let is_less = right.starts_with('<');
    let right = right.trim_start_matches(['<', '>', '=']).trim();
    match (left.trim(), right) {
        ("width", width) => pixels(width).is_none_or(|width| if is_less { screen <= width } else { screen >= width }),
        (width, "width") => pixels(width).is_none_or(|width| if is_less { width <= screen } else { width >= screen }),
        _ => true,
    }
}

fn pixels(length: &str) -> Option<f64> {
    super::value::length(length, 16.0)
}

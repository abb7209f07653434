//! Sections of a pack.

/// Section of a pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    /// Steps of the work, in order.
    Work,
    /// What drives the price.
    Price,
    /// Signs that the work is needed.
    Signs,
    /// Steps before anybody arrives, in order.
    First,
    /// How to choose a business.
    Choose,
    /// What to ask it.
    Ask,
    /// Common mistakes.
    Mistakes,
    /// What people can do themselves, and what not.
    Yourself,
    /// After the work.
    Aftercare,
    /// What depends on climate, housing, season, density or state.
    Local,
}

impl Section {
    /// All sections in the order of a file.
    pub const ALL: [Self; 10] = [
        Self::Work,
        Self::Price,
        Self::Signs,
        Self::First,
        Self::Choose,
        Self::Ask,
        Self::Mistakes,
        Self::Yourself,
        Self::Aftercare,
        Self::Local,
    ];

    /// Returns the heading in a file.
    #[must_use]
    pub const fn heading(self) -> &'static str {
        match self {
            Self::Work => "How the work goes",
            Self::Price => "What drives the price",
            Self::Signs => "Warning signs",
            Self::First => "What to do first",
            Self::Choose => "How to choose",
            Self::Ask => "What to ask",
            Self::Mistakes => "Mistakes",
            Self::Yourself => "Do it yourself or call",
            Self::Aftercare => "Aftercare",
            Self::Local => "Local conditions",
        }
    }

    /// Returns the prefix of ids.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Work => "work",
            Self::Price => "price",
            Self::Signs => "sign",
            Self::First => "first",
            Self::Choose => "choose",
            Self::Ask => "ask",
            Self::Mistakes => "mistake",
            Self::Yourself => "yourself",
            Self::Aftercare => "after",
            Self::Local => "local",
        }
    }

    /// Returns true for steps, which are numbered.
    #[must_use]
    pub const fn is_ordered(self) -> bool {
        matches!(self, Self::Work | Self::First)
    }

    /// Returns the minimum number of statements.
    #[must_use]
    pub const fn least(self) -> usize {
        match self {
            Self::Work | Self::Choose | Self::Ask | Self::First => 6,
            Self::Price | Self::Signs => 7,
            Self::Mistakes | Self::Yourself | Self::Aftercare => 5,
            Self::Local => 12,
        }
    }

    /// Returns the section with a heading.
    #[must_use]
    pub fn of_heading(heading: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|section| section.heading().eq_ignore_ascii_case(heading))
    }
}

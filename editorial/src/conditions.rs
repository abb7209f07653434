//! Where and when a statement holds.

use std::collections::BTreeSet;

/// Defines an enum of words.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$word_doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$word_doc])* $variant,)+ }

        impl $name {
            /// All values.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// Returns the word in files.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// Returns the value of a word.
            #[must_use]
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.word() == word)
            }
        }
    };
}

words! {
    /// Climate zone of Building America (US Department of Energy), by county.
    Climate {
        /// Hot and humid: the Gulf coast, Florida, Hawaii.
        HotHumid = "hot-humid",
        /// Hot and dry: the desert Southwest.
        HotDry = "hot-dry",
        /// Mixed and humid: the upper South and the middle Atlantic coast.
        MixedHumid = "mixed-humid",
        /// Mixed and dry: the high Southwest.
        MixedDry = "mixed-dry",
        /// Cold: the northern half, the Rocky Mountains.
        Cold = "cold",
        /// Very cold and subarctic: the northern edge, Alaska.
        VeryCold = "very-cold",
        /// Marine: the Pacific coast from northern California on.
        Marine = "marine",
    }
}

words! {
    /// Age of most houses.
    HousingAge {
        /// Mostly built before 1960.
        Old = "old",
        /// Mostly built from 1960 to 1989.
        Middle = "middle",
        /// Mostly built from 1990 on.
        New = "new",
    }
}

words! {
    /// Season, of the northern hemisphere.
    Season {
        /// December to February.
        Winter = "winter",
        /// March to May.
        Spring = "spring",
        /// June to August.
        Summer = "summer",
        /// September to November.
        Autumn = "autumn",
    }
}

words! {
    /// Density of a place.
    Area {
        /// Dense city.
        Urban = "urban",
        /// Suburb.
        Suburban = "suburban",
        /// Small town or country.
        Rural = "rural",
    }
}

words! {
    /// Intent of a page.
    Intent {
        /// Somebody needs help now.
        Emergency = "emergency",
        /// What it costs.
        Cost = "cost",
        /// Which business to choose.
        Compare = "compare",
        /// How it is done.
        HowTo = "how-to",
        /// Who does it here.
        Local = "local",
    }
}

/// Postal codes of the 50 states and DC.
const STATES: &str = "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY \
                      NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY";

/// A state of the United States, or DC, by postal code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State(&'static str);

impl State {
    /// Returns the postal code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.0
    }

    /// Returns the state of a postal code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        STATES.split_ascii_whitespace().find(|known| *known == code).map(Self)
    }
}

/// Where and when something holds: each set that is not empty must contain the place's value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Conditions {
    /// Climates.
    pub climates: BTreeSet<Climate>,
    /// Ages of housing.
    pub housing: BTreeSet<HousingAge>,
    /// Seasons.
    pub seasons: BTreeSet<Season>,
    /// Densities.
    pub areas: BTreeSet<Area>,
    /// States.
    pub states: BTreeSet<State>,
}

impl Conditions {
    /// Returns true if it holds everywhere and always.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

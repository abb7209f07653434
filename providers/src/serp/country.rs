//! Countries in which results can be searched.

/// A country.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Country {
    /// Two lower-case letters (ISO 3166-1).
    pub key: &'static str,
    /// Name.
    pub name: &'static str,
    /// Number in Google's list of places: 2000 and the number of ISO 3166-1.
    pub code: u32,
}

const fn country(key: &'static str, name: &'static str, number: u32) -> Country {
    Country { key, name, code: 2_000 + number }
}

/// Countries by name.
pub const COUNTRIES: &[Country] = &[
    country("ar", "Argentina", 32),
    country("au", "Australia", 36),
    country("at", "Austria", 40),
    country("be", "Belgium", 56),
    country("br", "Brazil", 76),
    country("ca", "Canada", 124),
    country("cl", "Chile", 152),
    country("co", "Colombia", 170),
    country("cz", "Czechia", 203),
    country("dk", "Denmark", 208),
    country("eg", "Egypt", 818),
    country("fi", "Finland", 246),
    country("fr", "France", 250),
    country("de", "Germany", 276),
    country("gr", "Greece", 300),
    country("hk", "Hong Kong", 344),
    country("hu", "Hungary", 348),
    country("in", "India", 356),
    country("id", "Indonesia", 360),
    country("ie", "Ireland", 372),
    country("il", "Israel", 376),
    country("it", "Italy", 380),
    country("jp", "Japan", 392),
    country("ke", "Kenya", 404),
    country("my", "Malaysia", 458),
    country("mx", "Mexico", 484),
    country("nl", "Netherlands", 528),
    country("nz", "New Zealand", 554),
    country("ng", "Nigeria", 566),
    country("no", "Norway", 578),
    country("pe", "Peru", 604),
    country("ph", "Philippines", 608),
    country("pl", "Poland", 616),
    country("pt", "Portugal", 620),
    country("ro", "Romania", 642),
    country("sa", "Saudi Arabia", 682),
    country("sg", "Singapore", 702),
    country("za", "South Africa", 710),
    country("kr", "South Korea", 410),
    country("es", "Spain", 724),
    country("se", "Sweden", 752),
    country("ch", "Switzerland", 756),
    country("tw", "Taiwan", 158),
    country("th", "Thailand", 764),
    country("tr", "Turkey", 792),
    country("ua", "Ukraine", 804),
    country("ae", "United Arab Emirates", 784),
    country("gb", "United Kingdom", 826),
    country("us", "United States", 840),
    country("vn", "Vietnam", 704),
];

/// Returns the country with a key.
#[must_use]
pub fn country_of(key: &str) -> Option<&'static Country> {
    COUNTRIES.iter().find(|country| country.key == key)
}

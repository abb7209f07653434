//! Updates of Google Search, for annotations on charts.

use serde::Serialize;

/// An announced update of Google Search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SearchUpdate {
    /// Name.
    pub name: &'static str,
    /// First day, as `2025-03-13`.
    pub from: &'static str,
    /// Last day.
    pub to: &'static str,
    /// Where it was announced.
    pub source: &'static str,
}

/// History of the ranking incidents of Google Search.
const DASHBOARD: &str = "https://status.search.google.com/products/rGHU1u87FJnkP6W2GwMi/history";

const fn update(name: &'static str, from: &'static str, to: &'static str) -> SearchUpdate {
    SearchUpdate { name, from, to, source: DASHBOARD }
}

/// Announced updates from March 2024 to June 2026, oldest first. Later ones are recorded as annotations.
pub const UPDATES: &[SearchUpdate] = &[
    update("March 2024 core update", "2024-03-05", "2024-04-19"),
    update("March 2024 spam update", "2024-03-05", "2024-03-20"),
    update("June 2024 spam update", "2024-06-20", "2024-06-27"),
    update("August 2024 core update", "2024-08-15", "2024-09-03"),
    update("November 2024 core update", "2024-11-11", "2024-12-05"),
    update("December 2024 core update", "2024-12-12", "2024-12-18"),
    update("December 2024 spam update", "2024-12-19", "2024-12-26"),
    update("March 2025 core update", "2025-03-13", "2025-03-27"),
    update("June 2025 core update", "2025-06-30", "2025-07-17"),
    update("August 2025 spam update", "2025-08-26", "2025-09-22"),
    update("December 2025 core update", "2025-12-11", "2025-12-29"),
    update("March 2026 spam update", "2026-03-24", "2026-03-25"),
    update("March 2026 core update", "2026-03-27", "2026-04-08"),
    update("May 2026 core update", "2026-05-21", "2026-06-02"),
    update("June 2026 spam update", "2026-06-24", "2026-06-26"),
];

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;

    use super::UPDATES;

    #[test]
    fn updates_are_dated_in_order() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        for update in UPDATES {
            assert!(day(update.from) <= day(update.to), "{}", update.name);
        }
        assert!(UPDATES.is_sorted_by_key(|update| update.from));
    }
}

//! Calls that data on keywords take, and the most that they cost.

use super::client::{MOST_KEYWORDS, MOST_ROWS};
use crate::{
    money::Micros,
    provider::{Operation, PriceBook, Unit},
};

/// Numbers of what is wanted; 0 for what is not.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Keywords whose volume is wanted.
    pub volumes: usize,
    /// Keywords whose difficulty is wanted.
    pub difficulties: usize,
    /// Keywords for which ideas are wanted.
    pub seeds: usize,
    /// Ideas for each of them, at most 1,000.
    pub ideas: u32,
    /// Keywords for which a domain ranks, at most 1,000.
    pub ranked: u32,
    /// Links to a domain, at most 1,000.
    pub links: u32,
}

impl Wanted {
    /// Returns the most that the calls cost.
    #[must_use]
    pub fn cost(&self, prices: &PriceBook) -> Micros {
        let of = |operation, calls: usize, rows: u64| {
            prices.unit(operation, Unit::Call).times(calls as u64) + prices.unit(operation, Unit::Row).times(rows)
        };
        let rows = |count: u32| u64::from(count.min(MOST_ROWS));
        let calls = |keywords: usize| keywords.div_ceil(MOST_KEYWORDS);
        // A page of ideas has the seed as well.
        let ideas = (rows(self.ideas) + 1) * self.seeds as u64;
        let difficulties = self.difficulties as u64;
        of(Operation::DATA_FOR_SEO_VOLUMES, calls(self.volumes), 0)
            + of(Operation::DATA_FOR_SEO_DIFFICULTY, calls(self.difficulties), difficulties)
            + of(Operation::DATA_FOR_SEO_SUGGESTIONS, self.seeds, ideas)
            + of(Operation::DATA_FOR_SEO_RANKED, usize::from(self.ranked > 0), rows(self.ranked))
            + of(Operation::DATA_FOR_SEO_BACKLINKS, usize::from(self.links > 0), rows(self.links))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(wanted: Wanted) -> u64 {
        wanted.cost(&PriceBook::default()).0
    }

    #[test]
    fn keywords_cost_by_the_thousand_and_rows_by_the_row() {
        assert_eq!(cost(Wanted::default()), 0);
        assert_eq!(cost(Wanted { volumes: 1, ..Wanted::default() }), 75_000);
        assert_eq!(cost(Wanted { volumes: 1_000, ..Wanted::default() }), 75_000);
        assert_eq!(cost(Wanted { volumes: 1_001, ..Wanted::default() }), 150_000);
        assert_eq!(cost(Wanted { difficulties: 1_001, ..Wanted::default() }), 40_000 + 100_100);
        assert_eq!(cost(Wanted { seeds: 2, ideas: 100, ..Wanted::default() }), 2 * (20_000 + 10_100));
        assert_eq!(cost(Wanted { seeds: 0, ideas: 100, ..Wanted::default() }), 0);
        assert_eq!(cost(Wanted { ranked: 100, ..Wanted::default() }), 30_000);
        assert_eq!(cost(Wanted { links: 100, ..Wanted::default() }), 23_000);
    }
}

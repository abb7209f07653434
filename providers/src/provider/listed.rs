//! Every price of the dated list, in one form.

use super::{PRICES, Provider, TOKEN_PRICES, TokenPrice};
use crate::money::Micros;

/// A price of the dated list, as settings show and override it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListedPrice {
    /// Provider.
    pub provider: Provider,
    /// Key of an operation, or name of a model.
    pub subject: &'static str,
    /// Name of the operation or the model.
    pub subject_name: &'static str,
    /// Key of what is counted.
    pub unit: &'static str,
    /// What is counted, after "for each".
    pub unit_name: &'static str,
    /// Price.
    pub micros: Micros,
    /// Day on which it was noted.
    pub date: &'static str,
    /// Where it is published.
    pub source: Option<&'static str>,
    /// True if it was read from the provider's page or from reported costs.
    pub is_confirmed: bool,
}

/// Returns every price of the dated list: prices of operations, then prices of tokens.
pub fn listed_prices() -> impl Iterator<Item = ListedPrice> {
    let operations = PRICES.iter().map(|price| ListedPrice {
        provider: price.operation.provider,
        subject: price.operation.key,
        subject_name: price.operation.name,
        unit: price.unit.key(),
        unit_name: price.unit.name(),
        micros: price.micros,
        date: price.date,
        source: Some(price.source),
        is_confirmed: price.is_confirmed,
    });
    let models = TOKEN_PRICES.iter().flat_map(|entry| {
        let tokens = [
            (TokenPrice::INPUT, "million input tokens", entry.price.input),
            (TokenPrice::OUTPUT, "million output tokens", entry.price.output),
        ];
        tokens.map(|(unit, unit_name, micros)| ListedPrice {
            provider: entry.provider,
            subject: entry.model,
            subject_name: entry.model,
            unit,
            unit_name,
            micros,
            date: entry.date,
            source: None,
            is_confirmed: false,
        })
    });
    operations.chain(models)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn keys_of_listed_prices_are_unique() {
        let keys: HashSet<_> = listed_prices().map(|price| (price.provider, price.subject, price.unit)).collect();
        assert_eq!(keys.len(), listed_prices().count());
    }
}

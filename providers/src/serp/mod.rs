//! Search results, the same for every provider.

mod cost;
mod country;
mod place;
mod result;

pub use self::{
    cost::{PROVIDERS, cost},
    country::{COUNTRIES, Country, country_of},
    place::{Device, Place, SerpRequest},
    result::{AiOverview, Item, ItemKind, Listing, Overview, Reference, Serp},
};

//! Search results, the same for every provider.

mod place;
mod result;

pub use self::{
    place::{Device, Place, SerpRequest},
    result::{AiOverview, Item, ItemKind, Listing, Overview, Reference, Serp},
};

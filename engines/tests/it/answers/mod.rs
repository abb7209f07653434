//! Shares of AI answers: golden values, laws and edges.

mod missing;
mod pages;
mod reports;
mod sampling;
mod shares;

//! Contextual bandit: chooses the next action and learns from rewards.

mod belief;
mod density;
mod features;
mod models;
mod policy;
mod rewards;
mod session;

pub use policy::Bandit;
pub(in crate::learning) use session::Rounds;

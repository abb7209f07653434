//! Contextual bandit: chooses the next action and learns from rewards.

mod density;
mod growing;
mod policy;
mod session;

pub use policy::Bandit;
pub(in crate::learning) use session::Rounds;

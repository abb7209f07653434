//! Which action to take next, learning from the reward of those taken.

mod density;
mod growing;
mod policy;
mod session;

pub use policy::Bandit;
pub(in crate::learning) use session::Rounds;

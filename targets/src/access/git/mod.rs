//! A branch of a Git repository.

mod address;

pub(super) use self::address::Address;

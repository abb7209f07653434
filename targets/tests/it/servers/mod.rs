//! Servers on this machine.

pub(crate) mod cut;
pub(crate) mod fake;
pub(crate) mod openssh;
pub(crate) mod pages;
pub(crate) mod s3;

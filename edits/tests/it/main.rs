//! Tests of the public functions.

mod addresses;
mod change;
mod check;
mod diff;
mod encoding;
mod escaping;
mod head;
mod heading;
mod hostile;
mod link;
mod more;
mod patch;
mod properties;
mod redirects;
mod world;

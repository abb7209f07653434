//! Crawls of servers on this computer, polite and hostile.

mod budgets;
mod hostile;
mod resume;
mod robots;
mod server;
mod site;
mod sitemaps;

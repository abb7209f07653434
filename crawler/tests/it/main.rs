//! Pages, audits, and crawls of servers on this computer, polite and hostile.

mod audit;
mod budgets;
mod external;
mod hostile;
mod hosts;
mod page;
mod render;
mod resume;
mod robots;
mod server;
mod site;
mod sitemaps;

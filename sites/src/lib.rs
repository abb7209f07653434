//! Sites of the pipeline: what they are made of, planned from markets, and rendered to files. Pure functions.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, clippy::print_stderr))]
#![warn(missing_docs)]

mod date;
pub mod model;
mod origin;
mod path;
mod phone;
mod plan;
mod render;
pub mod theme;

pub use model::{
    Beacon, Contact, File, Form, Operator, Page, PageKind, Phone, Reviewer, Site, SiteKind, Tenant, Theme, Trade,
};
pub use path::own_path;
pub use plan::{
    LeftOut, PAGES_AT_LAUNCH, PlanError, PlanInput, PlanNote, Planned, PlannedPlace, plan, says_calls_are_recorded,
};
pub use render::{RenderError, render};

//! Sites of the pipeline: what they are made of, planned from markets, and rendered to files. Pure functions.

pub mod model;

pub use model::{
    Beacon, Contact, File, Form, Operator, Page, PageKind, Phone, Reviewer, Site, SiteKind, Tenant, Theme, Trade,
};

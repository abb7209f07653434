//! Sites: websites that are built, checked and deployed here.

mod add_page;
mod body;
mod build;
mod create;
mod delete;
mod deploy;
mod domains;
mod get;
mod growth;
mod list;
pub(crate) mod markets;
mod offline;
mod page_text;
mod page_version;
mod pause_growth;
mod remove_page;
mod resume_growth;
pub(crate) mod skipped;
pub(crate) mod start;
mod update;
pub(crate) mod view;

use utoipa_axum::router::OpenApiRouter;

pub(crate) use body::{domain, target};
pub(crate) use domains::{Record as DomainRecord, records as domain_records};
pub(crate) use shared::domain::site_theme::SiteTheme as Theme;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler, create::handler))
        .routes(routes!(get::handler, update::handler, delete::handler))
        .routes(routes!(offline::handler))
        .routes(routes!(page_text::handler))
        .routes(routes!(add_page::handler, remove_page::handler))
        .routes(routes!(pause_growth::handler))
        .routes(routes!(resume_growth::handler))
}

/// Routes that wait for a run.
pub fn waiting() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(domains::handler))
        .routes(routes!(build::handler))
        .routes(routes!(deploy::handler))
}

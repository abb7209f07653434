//! Answers of assistants: tracked prompts, checks, raw answers and the report on them.

mod check;
mod cost;
mod engines;
mod estimate;
mod export;
mod get;
mod history;
mod list;
mod prompt_create;
mod prompt_delete;
mod prompt_list;
mod prompt_update;
mod report;
mod settings;
mod settings_update;
mod suggestions;
mod view;

pub(in crate::routes) use engines::{ConnectionView, assistant, connections};
use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler))
        .routes(routes!(report::handler))
        .routes(routes!(settings::handler, settings_update::handler))
        .routes(routes!(prompt_list::handler, prompt_create::handler))
        .routes(routes!(prompt_update::handler, prompt_delete::handler))
        .routes(routes!(history::handler))
        .routes(routes!(suggestions::handler))
        .routes(routes!(estimate::handler))
        .routes(routes!(get::handler))
}

/// Routes that wait for a run.
pub fn waiting() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(check::handler))
}

/// Routes that stream.
pub fn streaming() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(export::handler))
}

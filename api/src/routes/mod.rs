//! The calls: a folder for each resource, a file for each operation, and here the one list of them.

pub mod admin;
pub mod annotations;
pub mod answers;
pub mod assistants;
pub mod auth;
pub mod beacon;
pub(crate) mod boxed_handler;
pub mod buyers;
pub mod campaigns;
pub mod connections;
pub mod contact;
pub mod crawler_visits;
pub mod crawls;
pub mod demo;
pub mod deploy_targets;
pub mod deployments;
pub mod documents;
pub mod edits;
pub mod engines;
pub mod evidence;
pub mod experiments;
pub(crate) mod file;
pub mod forecasts;
pub mod imported;
pub mod imports;
pub mod invoices;
pub mod keyword_data;
pub mod keywords;
pub mod kill_switch;
pub mod leads;
pub mod ledger;
pub mod market_data;
pub mod market_values;
pub(crate) mod money;
pub mod notifications;
pub mod observations;
pub mod opportunities;
pub mod packs;
pub mod page_audits;
pub mod performance;
pub mod pipeline;
pub mod plans;
mod printed;
pub mod ranks;
pub mod releases;
pub mod rentals;
pub mod report_domain;
pub mod reports;
pub mod runs;
pub mod schedules;
mod server_settings;
pub(crate) mod shapes;
pub mod site_operator;
pub mod sites;
pub mod sources;
pub mod status;
pub mod themes;
pub mod user;
pub mod webhooks;
pub mod website_access;
pub mod websites;
pub mod workspaces;

use utoipa_axum::router::OpenApiRouter;

use crate::state::AppState;

/// Calls with a small body and a quick answer.
#[must_use]
pub fn quick() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .merge(auth::router())
        .merge(user::router())
        .merge(assistants::router())
        .merge(contact::router())
        .merge(demo::router())
        .merge(workspaces::router())
        .merge(websites::router())
        .merge(annotations::router())
        .merge(experiments::router())
        .merge(plans::router())
        .merge(kill_switch::router())
        .merge(notifications::router())
        .merge(admin::router())
        .merge(runs::router())
        .merge(schedules::router())
        .merge(webhooks::router())
        .merge(engines::router())
        .merge(imports::router())
        .merge(crawls::router())
        .merge(page_audits::router())
        .merge(imported::router())
        .merge(crawler_visits::router())
        .merge(connections::router())
        .merge(evidence::router())
        .merge(sources::router())
        .merge(ranks::router())
        .merge(answers::router())
        .merge(observations::router())
        .merge(market_data::router())
        .merge(market_values::router())
        .merge(pipeline::router())
        .merge(site_operator::router())
        .merge(sites::router())
        .merge(releases::router())
        .merge(deployments::router())
        .merge(campaigns::router())
        .merge(deploy_targets::router())
        .merge(documents::router())
        .merge(packs::router())
        .merge(opportunities::router())
        .merge(edits::router())
        .merge(website_access::router())
        .merge(keyword_data::router())
        .merge(keywords::router())
        .merge(performance::router())
        .merge(forecasts::router())
        .merge(leads::router())
        .merge(buyers::router())
        .merge(ledger::router())
        .merge(rentals::router())
        .merge(report_domain::router())
        .merge(reports::router())
        .merge(invoices::router())
}

/// Calls that set their own limits of time and size: uploads, exports, and those that wait for a run.
#[must_use]
pub fn open_ended() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .merge(runs::waiting())
        .merge(engines::waiting())
        .merge(experiments::waiting())
        .merge(plans::waiting())
        .merge(imports::waiting())
        .merge(crawls::waiting())
        .merge(page_audits::waiting())
        .merge(sources::waiting())
        .merge(keyword_data::waiting())
        .merge(ranks::waiting())
        .merge(answers::waiting())
        .merge(documents::waiting())
        .merge(themes::waiting())
        .merge(pipeline::waiting())
        .merge(campaigns::waiting())
        .merge(sites::waiting())
        .merge(deploy_targets::waiting())
        .merge(edits::waiting())
        .merge(website_access::waiting())
        .merge(performance::waiting())
        .merge(keywords::streaming())
        .merge(crawls::streaming())
        .merge(websites::streaming())
        .merge(imported::streaming())
        .merge(crawler_visits::streaming())
        .merge(observations::streaming())
        .merge(keyword_data::streaming())
        .merge(connections::streaming())
        .merge(evidence::streaming())
        .merge(sources::streaming())
        .merge(ranks::streaming())
        .merge(answers::streaming())
        .merge(packs::files())
        .merge(leads::streaming())
        .merge(releases::streaming())
        .merge(edits::streaming())
        .merge(ledger::streaming())
        .merge(invoices::streaming())
        .merge(user::streaming())
}

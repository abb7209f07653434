//! Settings of the sites that are built and deployed.

use super::Finding;
use crate::{
    options::{ServeArgs, SiteArgs},
    settings,
};

const CHECK: &str = "sites";

/// Checks the domain of built-in hosting, the public URL and the folders.
pub(super) fn look(args: &SiteArgs, serve: &ServeArgs) -> Finding {
    let own = Some(settings::own_url(serve));
    let sites = match settings::sites(args, serve.public_url.as_deref(), own) {
        Ok(sites) => sites,
        Err(error) => return Finding::fail(CHECK, error.to_string(), "Correct the setting."),
    };
    if let Some(folder) = sites.deploy_folders.iter().find(|folder| !folder.is_dir()) {
        let advice = "Create it, with the right to write for the server, or remove it from MOTHERLODE_DEPLOY_FOLDERS.";
        return Finding::fail(CHECK, format!("{} is not a folder", folder.display()), advice);
    }
    let found = format!("served below {}", sites.sites_domain);
    if sites.public_url.is_none() {
        let advice = "Set MOTHERLODE_PUBLIC_URL to the URL under which visitors of sites reach this server.";
        return Finding::warn(CHECK, format!("{found}, without forms for leads"), advice);
    }
    Finding::ok(CHECK, found)
}

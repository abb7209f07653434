//! Where visitors find a site. Its pages name this address as theirs.

use gate::{Finding, Level, Report, Status};
use serde_json::Value;
use shared::{
    config::SiteSettings,
    domain::{
        deploy_target::{DeployTarget, TargetKind},
        site::{Site, SiteDomain},
    },
};

/// Check of the gate that the address concerns: search engines can read every page.
const CHECK: &str = "G14";

/// Address of a site.
#[derive(Debug)]
pub(super) struct Address {
    /// Origin at which search engines shall know the site, without a slash at its end: at built-in hosting its own host name,
    /// elsewhere its custom host name or the public address of its target.
    pub(super) origin: String,
    /// Name of the target, if nothing says where visitors find the site there: the origin does not lead to it then.
    unknown_at: Option<String>,
}

impl Address {
    /// Returns the address of a site with these host names at a target; `None` is built-in hosting.
    pub(super) fn new(
        settings: &SiteSettings, site: &Site, domains: &[SiteDomain], target: Option<&DeployTarget>,
    ) -> Self {
        let Some(target) = target else {
            return Self { origin: hosting_origin(settings, site, domains), unknown_at: None };
        };
        let custom = domains.first().map(|domain| format!("https://{}", domain.host));
        let known = custom.or_else(|| public_url(target, &site.slug));
        let unknown_at = known.is_none().then(|| target.name.clone());
        let origin = known.unwrap_or_else(|| site.url.trim_end_matches('/').to_owned());
        Self { origin, unknown_at }
    }

    /// Adds a warning to the result of the checks if the address is not known.
    pub(super) fn warn(&self, report: &mut Report) {
        let Some(target) = &self.unknown_at else { return };
        report.findings.push(Finding {
            check: CHECK.to_owned(),
            level: Level::Warn,
            page: None,
            detail: format!(
                "Nothing says at which address visitors find the site on {target}. Its pages name {} as their address, \
                 which does not lead there, so that search engines may not list them.",
                self.origin
            ),
            fix: "Enter a public address in the settings of the target, or a domain in the settings of the site, then build \
                  the site again."
                .to_owned(),
        });
        for check in &mut report.checks {
            if check.id == CHECK && check.status == Status::Passed {
                check.status = Status::Warned;
            }
        }
    }
}

/// Returns the origin of a site at built-in hosting: a custom host name counts once it leads here.
pub(in crate::runs) fn hosting_origin(settings: &SiteSettings, site: &Site, domains: &[SiteDomain]) -> String {
    let custom = domains.iter().find(|domain| domain.verified_at.is_some());
    custom.map_or_else(|| settings.origin(&settings.host(&site.slug)), |domain| format!("https://{}", domain.host))
}

/// Returns the address of a site at a target, if its settings name it.
fn public_url(target: &DeployTarget, slug: &str) -> Option<String> {
    let text = |field: &str| target.settings.get(field).and_then(Value::as_str).filter(|text| !text.is_empty());
    let filled = |text: &str| text.replace("{site}", slug);
    if let Some(url) = text("publicUrl") {
        return Some(filled(url).trim_end_matches('/').to_owned());
    }
    match target.kind {
        TargetKind::Netlify => {
            let name = filled(text("site").unwrap_or("{site}"));
            let host = if name.contains('.') { name } else { format!("{name}.netlify.app") };
            Some(format!("https://{host}"))
        }
        TargetKind::CloudflarePages => {
            Some(format!("https://{}.pages.dev", filled(text("project").unwrap_or("{site}"))))
        }
        TargetKind::Hosting | TargetKind::Folder | TargetKind::S3 | TargetKind::Sftp => None,
    }
}

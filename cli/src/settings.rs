//! Converts flags to typed settings.

use std::{path::Path, time::Duration};

use anyhow::{Context, bail};
use crawler::render::Browser;
use net::addresses::AddressGuard;
use shared::{
    config::{
        ApiSettings, BrowserSettings, ClientLimits, FleetSettings, GoogleSettings, IssuerSettings, MailSettings, Mode,
        ModelChoice, OutsideSettings, Post, Registration, Secret, SiteSettings, WorkspaceLimits,
    },
    domain::run::Lane,
    store::{Durability, PgLimits},
};
use workers::models;

use crate::{
    open_files,
    options::{
        BrowserArgs, FleetArgs, LimitArgs, MailArgs, OutsideArgs, RegistrationArg, ReportArgs, SentenceArgs, ServeArgs,
        SiteArgs, StoreArgs, SyncArg, WorkspaceArgs,
    },
};

/// Issuer of sign-ins with Google.
const GOOGLE: &str = "https://accounts.google.com";

/// Reads a secret from its flag or variable, otherwise from the file of its `_FILE` variable.
pub(crate) fn secret(name: &str, given: Option<&String>) -> anyhow::Result<Option<Secret>> {
    if let Some(text) = given.filter(|text| !text.is_empty()) {
        return Ok(Some(Secret::new(text.clone())));
    }
    let Ok(path) = std::env::var(format!("{name}_FILE")) else { return Ok(None) };
    let text = std::fs::read_to_string(&path).with_context(|| format!("{name}_FILE: cannot read {path}"))?;
    Ok(Some(Secret::new(text.trim().to_owned())))
}

/// Determines the mode from the settings.
pub(crate) fn mode(args: &StoreArgs) -> anyhow::Result<Mode> {
    let database_url = secret("DATABASE_URL", args.database_url.as_ref())?;
    let redis_url = secret("REDIS_URL", args.redis_url.as_ref())?;
    match (database_url, redis_url) {
        (None, None) => {
            let durability = match args.sqlite_sync {
                SyncArg::Full => Durability::PowerCut,
                SyncArg::Normal => Durability::ProcessEnd,
            };
            Ok(Mode::Embedded { data_dir: args.data_dir.clone(), durability })
        }
        (Some(database_url), Some(redis_url)) => {
            let limits = PgLimits { max_connections: args.database_connections.max(2) };
            Ok(Mode::Distributed { database_url, redis_url, limits })
        }
        (Some(_), None) => bail!("DATABASE_URL is set but REDIS_URL is not: the distributed mode needs both"),
        (None, Some(_)) => bail!("REDIS_URL is set but DATABASE_URL is not: the distributed mode needs both"),
    }
}

/// Returns the mode of a process that exists only in the distributed mode.
pub(crate) fn distributed(args: &StoreArgs) -> anyhow::Result<Mode> {
    match mode(args)? {
        Mode::Embedded { .. } => {
            bail!(
                "DATABASE_URL and REDIS_URL are not set: this process needs both (for one process without servers: motherlode up)"
            )
        }
        mode @ Mode::Distributed { .. } => Ok(mode),
    }
}

/// Returns the settings of the API.
pub(crate) fn api(
    args: &ServeArgs, outside: OutsideSettings, mail: Option<&MailSettings>, secret_key: Secret,
    data_dir: Option<&Path>, workspace: WorkspaceLimits,
) -> anyhow::Result<ApiSettings> {
    let public_url = args.public_url.clone().unwrap_or_else(|| own_url(args)).trim_end_matches('/').to_owned();
    Ok(ApiSettings {
        listen: args.listen,
        port: args.port,
        live_port: (args.live_port != 0).then_some(args.live_port),
        public_url,
        hosts: args.hosts.iter().map(|host| host.trim().to_owned()).filter(|host| !host.is_empty()).collect(),
        ws_url: args.ws_url.clone(),
        secret: secret_key,
        trusted_proxies: args.trusted_proxies.clone(),
        metrics_token: secret("MOTHERLODE_METRICS_TOKEN", args.metrics_token.as_ref())?,
        upload_dir: data_dir.map(|dir| dir.join("uploads")),
        web_dir: args.web_dir.clone(),
        sends_mail: mail.is_some(),
        issuer: issuer(args)?,
        google: google(args)?,
        outside,
        registration: registration(args),
        limits: limits(&args.limits),
        workspace,
        sites: SiteSettings::default(),
    })
}

/// Returns the URL of the listen address.
pub(crate) fn own_url(args: &ServeArgs) -> String {
    let host = if args.listen.is_unspecified() { "127.0.0.1".to_owned() } else { url_host(args) };
    format!("http://{host}:{}", args.port)
}

/// Returns the settings of sites. `public_url` is the configured one; `own` is that of the listen address, which visitors
/// of sites can reach only if these are on this machine too.
pub(crate) fn sites(args: &SiteArgs, public_url: Option<&str>, own: Option<String>) -> anyhow::Result<SiteSettings> {
    let domain = args.sites_domain.trim().trim_end_matches('.').to_ascii_lowercase();
    let is_label = |label: &str| {
        let is_inner = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        (1..=63).contains(&label.len())
            && label.bytes().all(is_inner)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    // A slug of up to 63 letters and a dot are in front of it.
    if !domain.contains('.') || domain.len() > 189 || !domain.split('.').all(is_label) {
        bail!("--sites-domain: '{domain}' is not a domain of two or more names, such as sites.example.com");
    }
    if let Some(folder) = args.deploy_folders.iter().find(|folder| !folder.is_absolute()) {
        bail!("--deploy-folders: {} is not an absolute path", folder.display());
    }
    let is_local = domain.ends_with(".localhost");
    let given = public_url.map(str::to_owned).filter(|url| !url.is_empty());
    let public_url = given.or_else(|| own.filter(|_| is_local));
    Ok(SiteSettings {
        sites_domain: domain,
        public_url: public_url.map(|url| url.trim_end_matches('/').to_owned()),
        new_sites_per_day: args.new_sites_per_day,
        pages_at_launch: args.pages_at_launch,
        new_pages_per_day: args.new_pages_per_day,
        deploy_folders: args.deploy_folders.clone(),
        dns_server: args.dns_server,
    })
}

/// Loads the font of reports, if one is set.
pub(crate) fn report_font(args: &ReportArgs) -> anyhow::Result<()> {
    let Some(path) = args.report_font.as_deref().filter(|path| !path.as_os_str().is_empty()) else { return Ok(()) };
    reports::use_font(path).with_context(|| format!("--report-font: {}", path.display()))?;
    tracing::info!(path = %path.display(), "reports as PDF use this font for characters that the built-in one lacks");
    Ok(())
}

/// Returns who may create an account.
pub(crate) const fn registration(args: &ServeArgs) -> Registration {
    match args.registration {
        RegistrationArg::Open => Registration::Open,
        RegistrationArg::Invited => Registration::Invited,
        RegistrationArg::Closed => Registration::Closed,
    }
}

/// Returns the limits of clients, and raises the process's limit of open files.
fn limits(args: &LimitArgs) -> ClientLimits {
    let most = open_files::connections(open_files::raise());
    ClientLimits {
        requests_per_address: args.requests_per_address,
        requests_per_user: args.requests_per_user,
        sign_ins_per_address: args.throttles.sign_ins_per_address,
        sign_ins_per_account: args.throttles.sign_ins_per_account,
        sign_ins_per_browser: args.throttles.sign_ins_per_browser,
        registrations_per_address: args.throttles.registrations_per_address,
        refreshes_per_address: args.throttles.refreshes_per_address,
        links_per_address: args.throttles.links_per_address,
        emails_per_address: args.throttles.emails_per_address,
        emails_per_recipient: args.throttles.emails_per_recipient,
        invitations_per_user: args.throttles.invitations_per_user,
        beacons_per_address: args.beacons_per_address,
        connections: args.connections.unwrap_or(most).min(most),
        connections_per_address: args.connections_per_address,
        upload: Duration::from_secs(args.upload_seconds),
        ..ClientLimits::default()
    }
}

/// Returns the limits of each workspace.
pub(crate) fn workspace(args: &WorkspaceArgs) -> WorkspaceLimits {
    WorkspaceLimits {
        storage_bytes: args.workspace_storage_mib.map(|mib| i64::from(mib) << 20),
        runs_per_day: args.workspace_runs_per_day.map(i64::from),
        emails_per_day: args.workspace_emails_per_day.map(i64::from),
        crawl_urls: Some(args.workspace_crawl_urls.into()),
    }
}

/// Returns the settings of outgoing requests.
pub(crate) fn outside(args: &OutsideArgs) -> OutsideSettings {
    let browser = browser(&args.browser);
    OutsideSettings {
        fetches_pages: args.fetch_pages,
        guard: AddressGuard::allowing(args.allow_addresses.clone()),
        browser: browser.map(|Browser { path, has_sandbox }| BrowserSettings { path, has_sandbox }),
    }
}

/// Returns the browser that renders pages, if one is set.
pub(crate) fn browser(args: &BrowserArgs) -> Option<Browser> {
    let path = args.chromium.clone().filter(|path| !path.as_os_str().is_empty())?;
    let browser = Browser::new(path);
    Some(if args.chromium_sandbox { browser } else { browser.without_sandbox() })
}

/// Returns the sign-in provider, if one is configured.
fn issuer(args: &ServeArgs) -> anyhow::Result<Option<IssuerSettings>> {
    let Some(client_id) = args.google_client_id.clone().filter(|id| !id.is_empty()) else { return Ok(None) };
    let client_secret = secret("GOOGLE_CLIENT_SECRET", args.google_client_secret.as_ref())?;
    let url = args.oidc_issuer.trim_end_matches('/').to_owned();
    Ok(Some(IssuerSettings { url, client_id, client_secret }))
}

/// Returns the client at Google for data, if one is configured: its own, or the one for sign-in with Google.
fn google(args: &ServeArgs) -> anyhow::Result<Option<GoogleSettings>> {
    let own = &args.google_data;
    let given = own.google_data_client_id.clone().filter(|id| !id.is_empty());
    let for_sign_in = || issuer(args).map(|found| found.filter(|issuer| issuer.url == GOOGLE));
    let (client_id, client_secret) = match given {
        Some(id) => (id, secret("GOOGLE_DATA_CLIENT_SECRET", own.google_data_client_secret.as_ref())?),
        None => match for_sign_in()? {
            Some(issuer) => (issuer.client_id, issuer.client_secret),
            None => return Ok(None),
        },
    };
    let Some(client_secret) = client_secret else { return Ok(None) };
    let base = |url: &str| url.trim_end_matches('/').to_owned();
    Ok(Some(GoogleSettings {
        client_id,
        client_secret,
        consent_url: base(&own.google_data_consent_url),
        token_url: base(&own.google_data_token_url),
        api_url: own.google_data_api_url.as_deref().map(base).filter(|url| !url.is_empty()),
    }))
}

/// Returns the mail server, if configured; validates its URL.
pub(crate) fn mail(args: &MailArgs) -> anyhow::Result<Option<MailSettings>> {
    let Some(smtp_url) = secret("SMTP_URL", args.smtp_url.as_ref())? else { return Ok(None) };
    let settings = MailSettings { smtp_url, from: args.mail_from.clone().filter(|from| !from.is_empty()) };
    shared::mail::Smtp::new(&settings)?;
    Ok(Some(settings))
}

fn url_host(args: &ServeArgs) -> String {
    if args.listen.is_ipv6() { format!("[{}]", args.listen) } else { args.listen.to_string() }
}

/// Returns the sentence model for the engines.
pub(crate) fn model(args: &SentenceArgs, data_dir: &Path) -> ModelChoice {
    match args.model.as_deref().filter(|dir| !dir.as_os_str().is_empty()) {
        None => ModelChoice::Installed(models::folder(data_dir)),
        Some(none) if none.as_os_str() == "none" => ModelChoice::None,
        Some(dir) => ModelChoice::At(dir.to_owned()),
    }
}

/// Returns the settings of the workers.
pub(crate) fn fleet(
    args: &FleetArgs, outside: OutsideSettings, mail: Option<MailSettings>, slots: usize, lanes: &[Lane],
    data_dir: Option<&Path>, model: ModelChoice,
) -> FleetSettings {
    let slots_of = |lane| if lanes.contains(&lane) { slots.max(1) } else { 0 };
    FleetSettings {
        interactive_slots: slots_of(Lane::Interactive),
        batch_slots: slots_of(Lane::Batch),
        per_user: args.user_concurrency.max(1),
        crawl_dir: data_dir.map_or_else(|| FleetSettings::default().crawl_dir, |dir| dir.join("crawls")),
        lease: Duration::from_secs(args.lease_seconds),
        grace: Duration::from_secs(args.grace_seconds),
        keep: Duration::from_secs(args.keep_days * 24 * 3600),
        upload_dir: data_dir.map(|dir| dir.join("uploads")),
        post: mail.map_or(Post::Keep, Post::Send),
        model,
        outside,
        secret: None,
        workspace: WorkspaceLimits::default(),
        sites: SiteSettings::default(),
    }
}

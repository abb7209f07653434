//! Proof of own host names of sites, and of domains of reports, by their DNS records.
//!
//! A host name is served, and gets a certificate, only after one of two records was found: a TXT record with the token of the
//! claim, or a CNAME record with the site's own name at built-in hosting. Address records prove nothing: all sites of this server
//! have the same addresses, so that the first workspace to claim a name that leads here would get it. The records are compared;
//! nothing is connected to.

use std::{collections::BTreeSet, net::SocketAddr, time::Duration};

use futures::{StreamExt, stream};
use hickory_resolver::{
    ResolveError, TokioResolver,
    config::{NameServerConfig, ResolveHosts, ResolverConfig},
    name_server::TokioConnectionProvider,
    proto::{
        rr::{RData, RecordType},
        xfer::Protocol,
    },
};
use shared::{
    domain::{
        now,
        site::{DomainClaim, DomainProof},
    },
    store::{Result, report, site},
};
use uuid::Uuid;

use super::Hosting;

/// First label of the name of the TXT record.
const LABEL: &str = "_motherlode";
/// Beginning of its value.
const VALUE: &str = "motherlode-verification=";
/// Time for an answer, and for all answers about a host name.
const TIME: Duration = Duration::from_secs(3);
const WHOLE: Duration = Duration::from_secs(10);
/// Host names that are checked at the same time.
const AT_ONCE: usize = 4;
/// Pause between two checks of a host name by requests for it.
const AGAIN: chrono::TimeDelta = chrono::TimeDelta::minutes(1);

/// Asks DNS servers.
#[derive(Debug)]
pub(super) struct Names(Option<TokioResolver>);

impl Names {
    /// Creates a resolver of this server, or of the system's servers.
    pub(super) fn new(server: Option<SocketAddr>) -> Self {
        let resolver = resolver(server);
        if let Err(error) = &resolver {
            tracing::warn!(%error, "the DNS servers of the system are unknown: no own host name of a site can be verified");
        }
        Self(resolver.ok())
    }

    /// Returns the record that proves a claim, or what was not found and what to do.
    /// `own` is the name to which a CNAME record has to lead; `None` if only a TXT record can prove it.
    pub(super) async fn prove(
        &self, (host, token): (&str, &str), own: Option<&str>,
    ) -> std::result::Result<DomainProof, String> {
        let Some(resolver) = &self.0 else {
            return Err("This server knows no DNS server. Its operator can set MOTHERLODE_DNS_SERVER.".to_owned());
        };
        let found = tokio::time::timeout(WHOLE, found(resolver, (host, token), own)).await;
        match found.unwrap_or_else(|_| Err("it did not answer in time".to_owned())) {
            Ok(Some(proof)) => Ok(proof),
            Ok(None) => {
                let none = own.map_or_else(
                    || "the TXT record was not found".to_owned(),
                    |own| format!("neither a CNAME record with {own}, nor the TXT record"),
                );
                Err(format!(
                    "No DNS record of {host} proves it: {none}. Address records alone prove nothing. New records can take an hour \
                     to be seen."
                ))
            }
            Err(problem) => Err(format!("The DNS server could not be asked ({problem}). Check again later.")),
        }
    }
}

fn resolver(server: Option<SocketAddr>) -> std::result::Result<TokioResolver, ResolveError> {
    let provider = TokioConnectionProvider::default();
    let mut builder = match server {
        None => TokioResolver::builder(provider)?,
        Some(address) => {
            let mut config = ResolverConfig::new();
            for protocol in [Protocol::Udp, Protocol::Tcp] {
                config.add_name_server(NameServerConfig::new(address, protocol));
            }
            TokioResolver::builder_with_config(config, provider)
        }
    };
    let options = builder.options_mut();
    options.timeout = TIME;
    options.attempts = 2;
    // A record that was just added must be seen.
    options.cache_size = 0;
    options.use_hosts_file = ResolveHosts::Never;
    Ok(builder.build())
}

async fn found(
    resolver: &TokioResolver, (host, token): (&str, &str), own: Option<&str>,
) -> std::result::Result<Option<DomainProof>, String> {
    let value = txt_value(token);
    if !token.is_empty() && records(resolver, &txt_name(host), RecordType::TXT).await?.contains(&value) {
        return Ok(Some(DomainProof::Txt));
    }
    let Some(own) = own else { return Ok(None) };
    let is_named = records(resolver, host, RecordType::CNAME).await?.contains(own);
    Ok(is_named.then_some(DomainProof::Cname))
}

/// Returns the records of a kind of a name as texts; names in lower case without a dot at their end.
async fn records(
    resolver: &TokioResolver, name: &str, kind: RecordType,
) -> std::result::Result<BTreeSet<String>, String> {
    // With a dot at its end it is not searched for below other domains.
    match resolver.lookup(format!("{name}."), kind).await {
        Ok(found) => Ok(found.iter().filter_map(text).collect()),
        Err(error) if error.is_no_records_found() || error.is_nx_domain() => Ok(BTreeSet::new()),
        Err(error) => Err(error.to_string()),
    }
}

fn text(data: &RData) -> Option<String> {
    match data {
        RData::CNAME(name) => Some(name.0.to_utf8().trim_end_matches('.').to_ascii_lowercase()),
        RData::TXT(text) => Some(String::from_utf8_lossy(&text.txt_data().concat()).trim().to_owned()),
        _ => None,
    }
}

/// Returns the name of the TXT record of a host name.
pub(crate) fn txt_name(host: &str) -> String {
    format!("{LABEL}.{host}")
}

/// Returns the value of the TXT record of a claim.
pub(crate) fn txt_value(token: &str) -> String {
    format!("{VALUE}{token}")
}

impl Hosting {
    /// Checks the DNS records of claims, and records the results. Returns true if one of them is proved now.
    ///
    /// # Errors
    /// Returns an error if a query fails.
    pub(crate) async fn check_names(&self, claims: Vec<DomainClaim>) -> Result<bool> {
        let checked: Vec<_> = stream::iter(claims)
            .map(|claim| async move {
                let own = self.own_name(&claim.slug);
                let found = self.0.names.prove((&claim.host, &claim.token), Some(&own)).await;
                (claim, found)
            })
            .buffer_unordered(AT_ONCE)
            .collect()
            .await;
        let mut is_proved = false;
        for (claim, found) in checked {
            let result = found.as_ref().copied().map_err(String::as_str);
            is_proved |= site::record_domain(&self.0.db, &claim, result, now()).await? && found.is_ok();
        }
        Ok(is_proved)
    }

    /// Checks a host name that was asked for and is not proved, in the background, at most once a minute.
    pub(super) fn check_soon(&self, host: &str) {
        let (hosting, host) = (self.clone(), host.to_owned());
        tokio::spawn(async move {
            match hosting.check_due(&host).await {
                Ok(Some(id)) => {
                    hosting.forget(Some(id));
                    shared::events::publish_site_changed(&hosting.0.bus, id);
                }
                Ok(None) => {}
                Err(error) => tracing::warn!(%error, "a host name could not be checked"),
            }
        });
    }

    /// Checks a host name if it is due; returns its site, or the workspace of its reports, if it is proved now.
    async fn check_due(&self, host: &str) -> Result<Option<Uuid>> {
        let before = now() - AGAIN;
        let Some(claim) = site::due_domain(&self.0.db, host, before, now()).await? else {
            let Some(claim) = report::due_domain(&self.0.db, host, before, now()).await? else { return Ok(None) };
            return Ok(self.check_report_domain(&claim, None).await?.then_some(claim.workspace_id));
        };
        let id = claim.website_id;
        Ok(self.check_names(vec![claim]).await?.then_some(id))
    }
}

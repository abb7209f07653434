//! Checks the ports: free, or used by Motherlode.

use std::{
    io::ErrorKind,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
};

use tokio::net::TcpListener;

use super::Finding;
use crate::{command::ping, options::ServeArgs};

pub(crate) async fn look(args: &ServeArgs) -> Vec<Finding> {
    let mut findings = Vec::new();
    if args.port != 0 {
        findings.push(one("port", args.listen, args.port, "--port").await);
    }
    if args.live_port != 0 {
        findings.push(one("live port", args.listen, args.live_port, "--live-port").await);
    }
    findings
}

async fn one(check: &'static str, listen: IpAddr, port: u16, flag: &str) -> Finding {
    match TcpListener::bind(SocketAddr::new(listen, port)).await {
        Ok(_) => Finding::ok(check, format!("{port} is free")),
        Err(error) if error.kind() == ErrorKind::AddrInUse => match running(listen, port).await {
            Some(version) => Finding::ok(check, format!("{port} is served by motherlode {version}")),
            None => Finding::fail(
                check,
                format!("{port} is in use by another program"),
                format!("Stop that program, or choose another port with {flag}."),
            ),
        },
        Err(error) => Finding::fail(
            check,
            format!("{listen}:{port} cannot be listened on: {error}"),
            format!(
                "Ports below 1024 are for root: choose another with {flag}, and an address of this machine with --listen."
            ),
        ),
    }
}

/// Returns the version of a Motherlode server on the port, if there is one.
async fn running(listen: IpAddr, port: u16) -> Option<String> {
    let host = match listen {
        IpAddr::V4(address) if address.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(address) if address.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        address => address,
    };
    let answer = ping::ask(SocketAddr::new(host, port), "/healthz").await.ok()?;
    let body = answer.body;
    let body: serde_json::Value = serde_json::from_str(body.get(body.find('{')?..=body.rfind('}')?)?).ok()?;
    (body["status"] == "ok").then(|| body["version"].as_str().map(str::to_owned))?
}

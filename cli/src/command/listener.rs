//! Ports of a server, opened before anything is announced.

use std::{
    io::ErrorKind,
    net::{IpAddr, SocketAddr},
};

use ::api::ServeError;
use tokio::net::TcpListener;

use crate::{
    options::ServeArgs,
    out::{self, Form},
};

/// Opens the main and the live listener. Port 0 uses any free port for the main listener and reports it.
pub(crate) async fn open(args: &mut ServeArgs) -> Result<(TcpListener, Option<TcpListener>), ServeError> {
    let main = bind(args.listen, args.port, "--port").await?;
    args.port = main.local_addr()?.port();
    let live = match args.live_port {
        0 => None,
        port => Some(bind(args.listen, port, "--live-port").await?),
    };
    Ok((main, live))
}

async fn bind(listen: IpAddr, port: u16, flag: &'static str) -> Result<TcpListener, ServeError> {
    let address = SocketAddr::new(listen, port);
    TcpListener::bind(address).await.map_err(|source| match source.kind() {
        ErrorKind::AddrInUse => ServeError::PortInUse { port, flag, source },
        _ => ServeError::Listen { address, source },
    })
}

/// Prints the address of the server.
pub(crate) fn announce(public_url: &str, form: Form) -> anyhow::Result<()> {
    match form {
        Form::Json => out::line(serde_json::json!({ "url": public_url }))?,
        Form::Text => out::line(format_args!("Motherlode is at {public_url} (Ctrl-C stops it)"))?,
    }
    Ok(())
}

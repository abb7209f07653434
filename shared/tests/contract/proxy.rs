//! A connection to Redis that a test can cut.

use std::sync::{Arc, Mutex};

use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};
use url::Url;

/// Passes bytes on to a server until it is cut.
pub(crate) struct Proxy {
    /// The address of the server by way of the proxy.
    pub(crate) url: String,
    connections: Arc<Mutex<Vec<JoinHandle<()>>>>,
    listening: JoinHandle<()>,
}

impl Proxy {
    pub(crate) async fn start(server: &str) -> Self {
        let mut url = Url::parse(server).expect("an address");
        let host = url.host_str().expect("a host").to_owned();
        let target = format!("{host}:{}", url.port().unwrap_or(6379));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("its address").port();
        url.set_host(Some("127.0.0.1")).expect("a host");
        url.set_port(Some(port)).expect("a port");
        let connections = Arc::new(Mutex::new(Vec::new()));
        let listening = tokio::spawn({
            let connections = Arc::clone(&connections);
            async move {
                while let Ok((client, _)) = listener.accept().await {
                    let passing = tokio::spawn(pass(client, target.clone()));
                    connections.lock().expect("the list").push(passing);
                }
            }
        });
        Self { url: url.into(), connections, listening }
    }

    /// Breaks all connections; later ones pass again. Returns how many there were.
    pub(crate) fn cut(&self) -> usize {
        let broken: Vec<JoinHandle<()>> = self.connections.lock().expect("the list").drain(..).collect();
        broken.iter().for_each(JoinHandle::abort);
        broken.len()
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.listening.abort();
        self.cut();
    }
}

async fn pass(mut client: TcpStream, target: String) {
    if let Ok(mut server) = TcpStream::connect(target).await {
        // Whichever end closes first ends both.
        let _ = copy_bidirectional(&mut client, &mut server).await;
    }
}

//! A proxy that cuts all connections after a number of bytes.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicU64, Ordering},
    },
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::watch,
};

/// A proxy that cuts all connections after a number of bytes from the client.
pub(crate) struct Cut {
    pub(crate) address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    /// Bytes that still pass; negative after the cut.
    left: AtomicI64,
    /// Bytes that passed.
    passed: AtomicU64,
    is_cut: watch::Sender<bool>,
}

impl Cut {
    pub(crate) async fn before(upstream: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared {
            left: AtomicI64::new(i64::MAX),
            passed: AtomicU64::new(0),
            is_cut: watch::Sender::new(false),
        });
        let proxy = shared.clone();
        tokio::spawn(async move {
            loop {
                let (client, _) = listener.accept().await.unwrap();
                let proxy = proxy.clone();
                tokio::spawn(async move { proxy.forward(client, upstream).await });
            }
        });
        Self { address, shared }
    }

    /// Cuts after so many more bytes from clients.
    pub(crate) fn after(&self, bytes: u64) {
        self.shared.is_cut.send_replace(false);
        self.shared.passed.store(0, Ordering::SeqCst);
        self.shared.left.store(i64::try_from(bytes).unwrap(), Ordering::SeqCst);
    }

    /// Lets everything pass again.
    pub(crate) fn heal(&self) {
        self.after(u64::try_from(i64::MAX).unwrap());
    }

    /// Returns the bytes that passed since the last change.
    pub(crate) fn passed(&self) -> u64 {
        self.shared.passed.load(Ordering::SeqCst)
    }
}

impl Shared {
    async fn forward(&self, mut client: TcpStream, upstream: SocketAddr) {
        let mut is_cut = self.is_cut.subscribe();
        if *is_cut.borrow_and_update() {
            return;
        }
        let Ok(mut server) = TcpStream::connect(upstream).await else { return };
        let (mut from_client, mut from_server) = (vec![0; 4_096], vec![0; 65_536]);
        loop {
            tokio::select! {
                biased;
                _ = is_cut.changed() => return,
                read = client.read(&mut from_client) => {
                    let Ok(read @ 1..) = read else { return };
                    let allowed = self.take(read);
                    if server.write_all(&from_client[..allowed]).await.is_err() {
                        return;
                    }
                    if allowed < read {
                        let _ = server.flush().await;
                        self.is_cut.send_replace(true);
                        return;
                    }
                }
                read = server.read(&mut from_server) => {
                    let Ok(read @ 1..) = read else { return };
                    if client.write_all(&from_server[..read]).await.is_err() {
                        return;
                    }
                }
            }
        }
    }

    /// Returns how many of the bytes pass.
    fn take(&self, bytes: usize) -> usize {
        let left = self.left.fetch_sub(i64::try_from(bytes).unwrap(), Ordering::SeqCst);
        let allowed = usize::try_from(left.max(0)).unwrap().min(bytes);
        self.passed.fetch_add(allowed as u64, Ordering::SeqCst);
        allowed
    }
}

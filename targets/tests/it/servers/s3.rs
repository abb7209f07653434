//! An S3 server in this process, with its objects in a folder.

use std::{
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use hyper::{Request, body::Incoming};
use hyper_util::{
    rt::{TokioExecutor, TokioIo},
    server::conn::auto::Builder,
};
use s3s::{auth::SimpleAuth, service::S3ServiceBuilder};
use s3s_fs::FileSystem;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;

/// An S3 server with the bucket `sites`.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    folder: TempDir,
    /// Method and path of each request, in their order.
    log: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub(crate) async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("sites")).unwrap();
        let mut builder = S3ServiceBuilder::new(FileSystem::new(folder.path()).unwrap());
        builder.set_auth(SimpleAuth::from_single("AKIATEST", "secret-key-of-the-test"));
        let service = builder.build();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let log = Arc::new(Mutex::new(Vec::new()));
        let seen = log.clone();
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let (service, seen) = (service.clone(), seen.clone());
                let logged = hyper::service::service_fn(move |request: Request<Incoming>| {
                    seen.lock().unwrap().push(format!("{} {}", request.method(), request.uri().path()));
                    hyper::service::Service::call(&service, request)
                });
                tokio::spawn(async move {
                    // A connection that is cut is part of the tests.
                    let _ = Builder::new(TokioExecutor::new()).serve_connection(TokioIo::new(stream), logged).await;
                });
            }
        });
        Self { address, folder, log }
    }

    /// Forgets and returns the requests.
    pub(crate) fn requests(&self) -> Vec<String> {
        std::mem::take(&mut *self.log.lock().unwrap())
    }

    pub(crate) fn bucket(&self) -> PathBuf {
        self.folder.path().join("sites")
    }

    /// Returns an object.
    pub(crate) fn object(&self, key: &str) -> Option<Vec<u8>> {
        fs::read(self.bucket().join(key)).ok()
    }

    /// Returns the keys of all objects, sorted.
    pub(crate) fn keys(&self) -> Vec<String> {
        let mut keys = Vec::new();
        collect(&self.bucket(), &self.bucket(), &mut keys);
        keys.sort();
        keys
    }
}

fn collect(bucket: &Path, folder: &Path, keys: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(bucket, &path, keys);
        } else {
            keys.push(path.strip_prefix(bucket).unwrap().to_string_lossy().into_owned());
        }
    }
}

/// Returns settings for a server at an address.
pub(crate) fn settings(address: SocketAddr) -> Value {
    json!({
        "endpoint": format!("http://{address}"), "region": "us-east-1", "bucket": "sites", "prefix": "{site}",
        "pathStyle": true,
    })
}

/// Returns the secrets that the server accepts.
pub(crate) fn secrets() -> Value {
    json!({"accessKeyId": "AKIATEST", "secretAccessKey": "secret-key-of-the-test"})
}

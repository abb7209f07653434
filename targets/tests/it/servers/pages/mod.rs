//! Servers that answer like Netlify and Cloudflare Pages, in the shapes of their documentation, and keep what they get.

mod cloudflare;
mod netlify;

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard},
};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::{Request, State},
    http::Response,
};
use serde_json::{Value, json};

use super::fake::Reply;

/// Which service it is.
#[derive(Clone, Copy)]
pub(crate) enum Service {
    Netlify,
    Cloudflare,
}

/// A site or project.
#[derive(Debug, Clone)]
pub(crate) struct Site {
    pub(crate) id: String,
    pub(crate) name: String,
    /// What visitors see.
    pub(crate) live: Option<String>,
}

/// A deploy.
#[derive(Debug, Clone)]
pub(crate) struct Deploy {
    pub(crate) id: String,
    pub(crate) site: String,
    pub(crate) title: String,
    pub(crate) state: String,
    /// Digest by path.
    pub(crate) files: BTreeMap<String, String>,
    /// Parts of a form beside the manifest.
    pub(crate) parts: BTreeMap<String, String>,
}

/// What the service stores.
#[derive(Debug, Default)]
pub(crate) struct Stored {
    pub(crate) sites: Vec<Site>,
    pub(crate) deploys: Vec<Deploy>,
    /// Bytes by digest.
    pub(crate) blobs: BTreeMap<String, Vec<u8>>,
    /// Method and path of each request.
    pub(crate) log: Vec<String>,
    /// Requests whose line contains a text get this reply once, after the service did its work or instead of it.
    faults: Vec<(String, Reply, When)>,
    /// State of each new deploy when all its files are there.
    pub(crate) end: Option<&'static str>,
    /// True if the user stopped automatic publishing.
    pub(crate) is_locked: bool,
}

/// When a fault happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum When {
    Instead,
    After,
}

/// A service on this machine.
pub(crate) struct Pages {
    pub(crate) address: SocketAddr,
    stored: Arc<Mutex<Stored>>,
}

#[derive(Clone)]
struct Context {
    service: Service,
    address: SocketAddr,
    stored: Arc<Mutex<Stored>>,
}

impl Pages {
    pub(crate) async fn start(service: Service) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let stored = Arc::new(Mutex::new(Stored::default()));
        let context = Context { service, address, stored: stored.clone() };
        let app = Router::new().fallback(answer).with_state(context);
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { address, stored }
    }

    /// Numbers of sites and deploys.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let stored = self.stored();
        (stored.sites.len(), stored.deploys.len())
    }

    pub(crate) fn stored(&self) -> MutexGuard<'_, Stored> {
        self.stored.lock().unwrap()
    }

    /// Lets the next request whose line contains a text fail.
    pub(crate) fn fault(&self, part: &str, reply: Reply, when: When) {
        self.stored().faults.push((part.to_owned(), reply, when));
    }

    /// Forgets and returns the requests that change something.
    pub(crate) fn changes(&self) -> Vec<String> {
        std::mem::take(&mut self.stored().log).into_iter().filter(|line| !line.starts_with("GET")).collect()
    }

    /// Returns the live deploy of the only site.
    pub(crate) fn live(&self) -> Deploy {
        let stored = self.stored();
        assert_eq!(stored.sites.len(), 1);
        let live = stored.sites[0].live.clone().expect("a live deploy");
        stored.deploys.iter().find(|deploy| deploy.id == live).unwrap().clone()
    }
}

/// A request, as the services look at it.
struct Call<'a> {
    method: &'a str,
    path: Vec<String>,
    query: BTreeMap<String, String>,
    body: &'a Bytes,
}

async fn answer(State(context): State<Context>, request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    // Like a process that dies, a cut request leaves nothing.
    let Ok(body) = axum::body::to_bytes(body, 64 << 20).await else {
        return Reply::new(400, "").into_response().await;
    };
    let line = format!("{} {}", parts.method, parts.uri.path());
    let query = url::form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes()).into_owned().collect();
    let decode = |name: &str| percent_encoding::percent_decode_str(name).decode_utf8().unwrap().into_owned();
    let path: Vec<String> = parts.uri.path().trim_start_matches('/').split('/').map(decode).collect();
    let token = parts.headers.get("authorization").map(|value| value.to_str().unwrap().to_owned()).unwrap_or_default();
    let reply = {
        let mut stored = context.stored.lock().unwrap();
        stored.log.push(line.clone());
        let fault = stored.faults.iter().position(|(part, ..)| line.contains(part.as_str()));
        let fault = fault.map(|at| stored.faults.remove(at));
        let call = Call { method: parts.method.as_str(), path, query, body: &body };
        match fault {
            Some((_, reply, When::Instead)) => reply,
            fault => {
                let done = dispatch(&context, &mut stored, &call, &token);
                fault.map_or(done, |(_, reply, _)| reply)
            }
        }
    };
    reply.into_response().await
}

fn dispatch(context: &Context, stored: &mut Stored, call: &Call<'_>, token: &str) -> Reply {
    if call.path[0] == "visit" {
        return visit(stored, call);
    }
    match context.service {
        Service::Netlify => netlify::answer(context, stored, call, token),
        Service::Cloudflare => cloudflare::answer(context, stored, call, token),
    }
}

/// Serves a site (`/visit/site/<id>/…`) or a deploy (`/visit/deploy/<id>/…`) to visitors.
fn visit(stored: &Stored, call: &Call<'_>) -> Reply {
    let id = &call.path[2];
    let deploy = match call.path[1].as_str() {
        "site" => stored.sites.iter().find(|site| site.id == *id).and_then(|site| site.live.clone()),
        _ => Some(id.clone()),
    };
    let path = call.path[3..].join("/");
    let path = if path.is_empty() { "index.html".to_owned() } else { path };
    let found = stored.deploys.iter().find(|found| Some(&found.id) == deploy.as_ref());
    let digest = found.and_then(|found| found.files.get(&format!("/{path}")));
    digest
        .and_then(|digest| stored.blobs.get(digest))
        .map_or_else(|| Reply::new(404, ""), |bytes| Reply::new(200, bytes.clone()))
}

fn reply(status: u16, body: &Value) -> Reply {
    Reply::new(status, body.to_string()).header("content-type", "application/json")
}

fn visit_url(context: &Context, kind: &str, id: &str) -> Value {
    json!(format!("http://{}/visit/{kind}/{id}", context.address))
}

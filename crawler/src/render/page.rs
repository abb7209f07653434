//! Renders one page in a browser context of its own.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use serde_json::{Value, json};
use tokio::{sync::mpsc::Receiver, task::JoinSet, time::Instant};
use url::Url;

use super::{
    RenderFailure, Snapshot,
    answer::{Budget, Loaded, Loader, Paused, Plan, Reply, plan},
    limits,
    pipe::{Event, Pipe},
};
use crate::page::Headers;

/// Reads the HTML of the document; runs where scripts of the page cannot change the functions that it calls.
const READ: &str = "(() => {
  const root = document.documentElement, html = root ? root.outerHTML : '';
  const type = document.doctype ? '<!doctype html>' : '';
  return { html: type + html.slice(0, MOST).toWellFormed(), isLonger: html.length > MOST };
})()";
/// Screen of a phone, long as Google's, so that pages load what comes into view.
const WIDTH: u32 = 412;
const HEIGHT: u32 = 10_000;

/// A page to render: its response, which is not requested again.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted<'a> {
    pub(crate) url: &'a Url,
    pub(crate) status: u16,
    pub(crate) headers: &'a Headers,
    pub(crate) body: &'a [u8],
}

/// A page of the browser.
struct Tab {
    pipe: Pipe,
    context: String,
    target: String,
    session: String,
}

/// Renders a page. `agent` is the user agent that its scripts see.
pub(super) async fn render(
    pipe: &Pipe, loader: &Arc<Loader>, agent: &str, wanted: Wanted<'_>, time: Duration,
) -> Result<Snapshot, RenderFailure> {
    let begun = Instant::now();
    let (tab, mut events) = Tab::open(pipe, agent).await?;
    let mut visit = Visit::new(&tab, loader, wanted, begun + time);
    let read = match visit.run(&mut events).await {
        Ok(()) => visit.read(&mut events).await,
        Err(failure) => Err(failure),
    };
    let (budget, mut found) = (Arc::clone(&visit.budget), std::mem::take(&mut visit.found));
    drop(visit);
    tab.close().await?;
    let (html, is_truncated) = read?;
    found.bytes = budget.bytes.load(Ordering::Relaxed);
    found.total_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(Snapshot { html, is_truncated, ..found })
}

impl Tab {
    /// Opens an empty page that loads nothing but what [`Visit`] hands to it.
    async fn open(pipe: &Pipe, agent: &str) -> Result<(Self, Receiver<Event>), RenderFailure> {
        let call = async |method: &str, params: Value| pipe.call(None, method, params).await;
        let context = call("Target.createBrowserContext", json!({"disposeOnDetach": true})).await?;
        let context = text(&context, "browserContextId");
        let downloads = json!({"behavior": "deny", "browserContextId": context});
        call("Browser.setDownloadBehavior", downloads).await?;
        let target = json!({"url": "about:blank", "browserContextId": context});
        let target = text(&call("Target.createTarget", target).await?, "targetId");
        let session = call("Target.attachToTarget", json!({"targetId": target, "flatten": true})).await?;
        let session = text(&session, "sessionId");
        let events = pipe.events(&session);
        let tab = Self { pipe: pipe.clone(), context, target, session };
        // Whatever a page opens beside itself (workers, service workers, windows) waits for ever.
        let others = json!({"autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true});
        let screen = json!({"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": true});
        for (method, params) in [
            ("Fetch.enable", json!({"patterns": [{"urlPattern": "*"}]})),
            ("Target.setAutoAttach", others),
            ("Network.setBypassServiceWorker", json!({"bypass": true})),
            ("Network.setUserAgentOverride", json!({"userAgent": agent})),
            ("Emulation.setDeviceMetricsOverride", screen),
            ("Page.enable", json!({})),
            ("Runtime.enable", json!({})),
        ] {
            tab.call(method, params).await?;
        }
        Ok((tab, events))
    }

    async fn call(&self, method: &str, params: Value) -> Result<Value, RenderFailure> {
        self.pipe.call(Some(&self.session), method, params).await
    }

    /// Reads the HTML of the document. Scripts that do not let it be read are stopped; then it may take as long as a command.
    async fn read(&self) -> Result<(String, bool), RenderFailure> {
        match self.read_within(limits::READ).await {
            Err(RenderFailure::TooSlow) => {
                let _ = self.call("Runtime.terminateExecution", json!({})).await;
                self.read_within(limits::COMMAND).await.map_err(|failure| match failure {
                    RenderFailure::TooSlow => RenderFailure::Busy,
                    other => other,
                })
            }
            read => read,
        }
    }

    async fn read_within(&self, time: Duration) -> Result<(String, bool), RenderFailure> {
        let call = async |method, params| self.pipe.call_within(Some(&self.session), method, params, time).await;
        let world = json!({"frameId": self.target, "worldName": "motherlode"});
        let world = call("Page.createIsolatedWorld", world).await?;
        let script = READ.replace("MOST", &limits::MOST_RENDERED.to_string());
        let context = world.get("executionContextId");
        let evaluate = json!({"expression": script, "contextId": context, "returnByValue": true});
        let answer = call("Runtime.evaluate", evaluate).await?;
        let value = answer.pointer("/result/value").ok_or(RenderFailure::Crashed)?;
        Ok((text(value, "html"), value.get("isLonger").and_then(Value::as_bool).unwrap_or(false)))
    }

    /// Closes the page and deletes what it stored.
    async fn close(self) -> Result<(), RenderFailure> {
        self.pipe.forget(&self.session);
        let dispose = json!({"browserContextId": self.context});
        self.pipe.call(None, "Target.disposeBrowserContext", dispose).await.map(|_| ())
    }
}

/// A page while it loads.
struct Visit<'a> {
    tab: &'a Tab,
    loader: &'a Arc<Loader>,
    wanted: Wanted<'a>,
    deadline: Instant,
    budget: Arc<Budget>,
    /// Whether the page's own response was handed to the browser.
    is_answered: bool,
    is_loaded: bool,
    /// Time of the last request, answer or event of the page.
    active: Instant,
    requests: JoinSet<(String, Reply)>,
    found: Snapshot,
}

impl<'a> Visit<'a> {
    fn new(tab: &'a Tab, loader: &'a Arc<Loader>, wanted: Wanted<'a>, deadline: Instant) -> Self {
        Self {
            tab,
            loader,
            wanted,
            deadline,
            budget: Arc::default(),
            is_answered: false,
            is_loaded: false,
            active: Instant::now(),
            requests: JoinSet::new(),
            found: Snapshot::default(),
        }
    }

    /// Loads the page until it is at rest or its time is over.
    async fn run(&mut self, events: &mut Receiver<Event>) -> Result<(), RenderFailure> {
        let mut address = self.wanted.url.clone();
        address.set_fragment(None);
        self.send("Page.navigate", json!({"url": address.as_str()})).await?;
        loop {
            let rest =
                if self.is_loaded && self.requests.is_empty() { self.active + limits::QUIET } else { self.deadline };
            tokio::select! {
                event = events.recv() => self.take(event.ok_or(RenderFailure::Ended)?).await?,
                Some(answered) = self.requests.join_next() => {
                    let (id, reply) = answered.map_err(|_| RenderFailure::Crashed)?;
                    self.answer(&id, reply).await?;
                }
                () = tokio::time::sleep_until(rest.min(self.deadline)) => {
                    self.found.is_complete = rest < self.deadline;
                    return Ok(());
                }
            }
            // A page that never stops asking must not keep the other branches from being looked at.
            if Instant::now() >= self.deadline {
                return Ok(());
            }
        }
    }

    /// Reads the HTML. Requests are answered meanwhile, because the browser reads no page that waits to go elsewhere.
    async fn read(&mut self, events: &mut Receiver<Event>) -> Result<(String, bool), RenderFailure> {
        self.send("Page.stopLoading", json!({})).await?;
        let tab = self.tab;
        let read = tab.read();
        tokio::pin!(read);
        loop {
            tokio::select! {
                read = &mut read => return read,
                event = events.recv() => self.take(event.ok_or(RenderFailure::Ended)?).await?,
                Some(answered) = self.requests.join_next() => {
                    let (id, reply) = answered.map_err(|_| RenderFailure::Crashed)?;
                    self.answer(&id, reply).await?;
                }
            }
        }
    }

    async fn take(&mut self, event: Event) -> Result<(), RenderFailure> {
        match event.method.as_str() {
            "Fetch.requestPaused" => {
                self.active = Instant::now();
                if let Ok(paused) = serde_json::from_value(event.params) {
                    self.request(paused).await?;
                }
            }
            "Page.loadEventFired" => (self.is_loaded, self.active) = (true, Instant::now()),
            "Page.javascriptDialogOpening" => {
                self.send("Page.handleJavaScriptDialog", json!({"accept": false})).await?
            }
            "Runtime.exceptionThrown" => self.error(thrown(&event.params)).await?,
            "Runtime.consoleAPICalled" if event.params.get("type").and_then(Value::as_str) == Some("error") => {
                self.error(logged(&event.params)).await?;
            }
            "Inspector.targetCrashed" => return Err(RenderFailure::Crashed),
            _ => {}
        }
        Ok(())
    }

    async fn error(&mut self, message: String) -> Result<(), RenderFailure> {
        if self.found.error_count >= limits::MOST_COUNTED_ERRORS {
            return Ok(());
        }
        self.found.error_count += 1;
        if self.found.errors.len() < limits::MOST_ERRORS {
            self.found.errors.push(crate::page::cut(&message, limits::MOST_ERROR_BYTES));
        }
        if self.found.error_count == limits::MOST_COUNTED_ERRORS {
            self.send("Runtime.disable", json!({})).await?;
        }
        Ok(())
    }

    async fn request(&mut self, paused: Paused) -> Result<(), RenderFailure> {
        if paused.resource_type == "Document" && paused.frame_id == self.tab.target {
            return self.navigate(&paused).await;
        }
        match plan(&paused, self.wanted.url) {
            Plan::Pixel => self.fulfil(&paused.request_id, &Loaded::pixel()).await,
            Plan::Refuse => self.refuse(&paused.request_id).await,
            Plan::Fetch if self.found.requests >= limits::MOST_REQUESTS => {
                self.found.failed += 1;
                self.refuse(&paused.request_id).await
            }
            Plan::Fetch => {
                self.found.requests += 1;
                let (loader, budget) = (Arc::clone(self.loader), Arc::clone(&self.budget));
                self.requests.spawn(async move {
                    let reply = loader.load(&paused, &budget).await;
                    (paused.request_id, reply)
                });
                Ok(())
            }
        }
    }

    /// Hands over the page itself. Other addresses that it goes to are noted, not loaded.
    async fn navigate(&mut self, paused: &Paused) -> Result<(), RenderFailure> {
        if !std::mem::replace(&mut self.is_answered, true) {
            let Wanted { status, headers, body, .. } = self.wanted;
            let page = Loaded { status, headers: headers.clone().into_pairs(), body: body.to_vec() };
            return self.fulfil(&paused.request_id, &page).await;
        }
        let target = Url::parse(&paused.request.url).ok().filter(|target| !is_same(target, self.wanted.url));
        if self.found.target.is_none() && paused.request.method == "GET" {
            self.found.target = target.map(String::from);
        }
        let params = json!({"requestId": paused.request_id, "errorReason": "Aborted"});
        self.send("Fetch.failRequest", params).await
    }

    async fn answer(&mut self, id: &str, reply: Reply) -> Result<(), RenderFailure> {
        self.active = Instant::now();
        match reply {
            Reply::Loaded(loaded) => {
                self.found.failed += u32::from(loaded.status >= 400);
                return self.fulfil(id, &loaded).await;
            }
            Reply::Blocked => self.found.blocked += 1,
            Reply::Failed => self.found.failed += 1,
        }
        self.refuse(id).await
    }

    async fn fulfil(&self, id: &str, loaded: &Loaded) -> Result<(), RenderFailure> {
        match loaded.params(id) {
            Some(params) => self.send("Fetch.fulfillRequest", params).await,
            None => self.refuse(id).await,
        }
    }

    async fn refuse(&self, id: &str) -> Result<(), RenderFailure> {
        self.send("Fetch.failRequest", json!({"requestId": id, "errorReason": "BlockedByClient"})).await
    }

    async fn send(&self, method: &str, params: Value) -> Result<(), RenderFailure> {
        self.tab.pipe.send(&self.tab.session, method, params).await
    }
}

fn is_same(one: &Url, other: &Url) -> bool {
    let bare = |url: &Url| url[..url::Position::AfterQuery].to_owned();
    bare(one) == bare(other)
}

fn thrown(params: &Value) -> String {
    let details = params.get("exceptionDetails").unwrap_or(&Value::Null);
    let described = details.pointer("/exception/description").or_else(|| details.get("text"));
    described.and_then(Value::as_str).unwrap_or_default().lines().next().unwrap_or_default().to_owned()
}

fn logged(params: &Value) -> String {
    let arguments = params.get("args").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let shown = |argument: &Value| {
        let value = argument.get("value").or_else(|| argument.get("description"))?;
        Some(value.as_str().map_or_else(|| value.to_string(), str::to_owned))
    };
    arguments.iter().filter_map(shown).collect::<Vec<_>>().join(" ")
}

fn text(value: &Value, name: &str) -> String {
    value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

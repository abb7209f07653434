//! A Search Console on this machine: figures that follow from the day, faults on request, and a log of requests.

use std::{
    collections::VecDeque,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use chrono::{Days, NaiveDate, Utc};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// A response in place of data.
#[derive(Debug, Clone)]
pub(crate) enum Fault {
    /// Status, further headers and body.
    Answer(&'static str, &'static str, &'static str),
    /// A body that ends too early.
    Truncated,
    /// No response.
    Silence,
}

/// A request for data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) from: NaiveDate,
    pub(crate) to: NaiveDate,
    pub(crate) dimensions: String,
    pub(crate) start_row: u64,
}

#[derive(Debug)]
struct State {
    /// First day with data, last day with final data, last published day.
    first: NaiveDate,
    last_final: NaiveDate,
    last: NaiveDate,
    /// Further queries of each day.
    more_queries: u64,
    is_revoked: bool,
    tokens: u64,
    /// Access tokens up to this number have expired.
    expired: u64,
    /// Faults of the requests from a number on.
    faults: VecDeque<(usize, Fault)>,
    log: Vec<Asked>,
}

/// The service.
#[derive(Debug, Clone)]
pub(crate) struct Google {
    pub(crate) address: SocketAddr,
    state: Arc<Mutex<State>>,
}

/// Day in California, some days ago.
pub(crate) fn ago(days: u64) -> NaiveDate {
    providers::search_console::today(Utc::now()).checked_sub_days(Days::new(days)).expect("a day")
}

impl Google {
    /// Starts it with data from `first` days ago to yesterday, of which the last two days are preliminary.
    pub(crate) async fn start(first: u64) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let state = State {
            first: ago(first),
            last_final: ago(3),
            last: ago(1),
            more_queries: 0,
            is_revoked: false,
            tokens: 0,
            expired: 0,
            faults: VecDeque::new(),
            log: Vec::new(),
        };
        let google = Self { address, state: Arc::new(Mutex::new(state)) };
        let served = google.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(served.clone().serve(stream));
            }
        });
        google
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("the state")
    }

    /// Makes all published days final, with other figures than before.
    pub(crate) fn finish_days(&self) {
        let mut state = self.state();
        state.last_final = state.last;
    }

    pub(crate) fn set_more_queries(&self, number: u64) {
        self.state().more_queries = number;
    }

    pub(crate) fn revoke(&self) {
        self.state().is_revoked = true;
        self.expire();
    }

    /// Lets all access tokens expire that were given.
    pub(crate) fn expire(&self) {
        let mut state = self.state();
        state.expired = state.tokens;
    }

    /// Answers the request with this number (from 0, counted from now on) with a fault.
    pub(crate) fn fail_at(&self, number: usize, fault: Fault) {
        let mut state = self.state();
        let at = state.log.len() + number;
        state.faults.push_back((at, fault));
    }

    /// Returns the requests for data, and forgets them.
    pub(crate) fn take_log(&self) -> Vec<Asked> {
        std::mem::take(&mut self.state().log)
    }

    pub(crate) fn asked(&self) -> usize {
        self.state().log.len()
    }

    pub(crate) fn tokens(&self) -> u64 {
        self.state().tokens
    }

    async fn serve(self, mut stream: TcpStream) {
        let Some((head, body)) = read(&mut stream).await else { return };
        let (status, headers, body) = match self.respond(&head, &body) {
            Ok(body) => ("200 OK", "", body.to_string()),
            Err(Fault::Answer(status, headers, body)) => (status, headers, body.to_owned()),
            Err(Fault::Truncated) => ("200 OK", "", r#"{"rows":[{"keys":["2026-"#.to_owned()),
            Err(Fault::Silence) => return tokio::time::sleep(Duration::from_secs(3_600)).await,
        };
        let length = body.len();
        let head = format!("HTTP/1.1 {status}\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n");
        let _ = stream.write_all(format!("{head}{body}").as_bytes()).await;
        let _ = stream.shutdown().await;
    }

    fn respond(&self, head: &str, body: &str) -> Result<Value, Fault> {
        let mut state = self.state();
        if head.starts_with("POST /token") {
            if state.is_revoked {
                return Err(Fault::Answer("400 Bad Request", "", r#"{"error":"invalid_grant"}"#));
            }
            state.tokens += 1;
            return Ok(json!({"access_token": format!("access-{}", state.tokens), "expires_in": 3_600}));
        }
        let token = head.lines().find_map(|line| line.split("access-").nth(1)?.trim().parse::<u64>().ok());
        if token.is_none_or(|token| token <= state.expired) {
            return Err(Fault::Answer("401 Unauthorized", "", r#"{"error":{"code":401}}"#));
        }
        let body: Value = serde_json::from_str(body).expect("a query");
        let asked = asked(&body);
        let number = state.log.len();
        state.log.push(asked.clone());
        if let Some((_, fault)) = state.faults.pop_front_if(|(at, _)| *at <= number) {
            return Err(fault);
        }
        Ok(state.rows(&asked, &body))
    }
}

pub(crate) async fn read(stream: &mut TcpStream) -> Option<(String, String)> {
    let mut bytes = Vec::new();
    let mut part = vec![0; 16_384];
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| {
                let (name, value) = line.split_once(':')?;
                name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
            });
            if body.len() >= length.unwrap_or(0) {
                return Some((head.to_owned(), body.to_owned()));
            }
        }
        let length = stream.read(&mut part).await.ok().filter(|length| *length > 0)?;
        bytes.extend_from_slice(&part[..length]);
    }
}

fn asked(body: &Value) -> Asked {
    let day = |name: &str| body[name].as_str().and_then(|text| text.parse().ok()).expect("a day");
    let dimensions: Vec<&str> = body["dimensions"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    Asked {
        from: day("startDate"),
        to: day("endDate"),
        dimensions: dimensions.join(","),
        start_row: body["startRow"].as_u64().unwrap_or(0),
    }
}

impl State {
    /// Rows of a request. A day has 6 clicks, of which 4 are of `/a` and 2 of `/b`; its queries have only 3 and 1.
    fn rows(&self, asked: &Asked, body: &Value) -> Value {
        let days: Vec<NaiveDate> =
            asked.from.iter_days().take_while(|day| *day <= asked.to && *day <= self.last).collect();
        let days: Vec<NaiveDate> = days.into_iter().filter(|day| *day >= self.first).collect();
        let mut rows = Vec::new();
        let number = days.len() as u64;
        match asked.dimensions.as_str() {
            "date" => rows.extend(days.iter().map(|day| row(&[&day.to_string()], 6 * self.factor(*day), 60))),
            "date,page" => rows.extend(days.iter().flat_map(|day| {
                let (date, factor) = (day.to_string(), self.factor(*day));
                [row(&[&date, PAGES[0]], 4 * factor, 40), row(&[&date, PAGES[1]], 2 * factor, 20)]
            })),
            "date,query,page" => rows.extend(days.iter().flat_map(|day| self.queries(*day))),
            "query" => {
                rows.extend([row(&["roof repair"], 3 * number, 30 * number), row(&["gutter"], number, 10 * number)])
            }
            "page" => rows.push(row(&[PAGES[0]], 4 * number, 40 * number)),
            "country" => rows.push(row(&["usa"], 6 * number, 60 * number)),
            "device" => rows.push(row(&["MOBILE"], 6 * number, 60 * number)),
            "" => rows.push(row(&[], 6 * number, 60 * number)),
            other => panic!("unexpected dimensions: {other}"),
        }
        let (start, limit) = (asked.start_row, body["rowLimit"].as_u64().expect("a limit"));
        let page =
            rows.into_iter().skip(usize::try_from(start).expect("small")).take(usize::try_from(limit).expect("small"));
        let incomplete = self.last_final.succ_opt().filter(|day| *day <= asked.to);
        let mut answer = json!({"rows": page.collect::<Vec<_>>()});
        if let Some(incomplete) = incomplete.filter(|_| asked.dimensions.contains("date")) {
            answer["metadata"] = json!({"first_incomplete_date": incomplete});
        }
        answer
    }

    fn queries(&self, day: NaiveDate) -> Vec<Value> {
        let (date, factor) = (day.to_string(), self.factor(day));
        let mut rows =
            vec![row(&[&date, "roof repair", PAGES[0]], 3 * factor, 30), row(&[&date, "gutter", PAGES[1]], factor, 10)];
        rows.extend((0..self.more_queries).map(|n| row(&[&date, &format!("query {n}"), PAGES[0]], 0, 1)));
        rows
    }

    /// Preliminary days have other figures than final ones.
    fn factor(&self, day: NaiveDate) -> u64 {
        if day > self.last_final { 10 } else { 1 }
    }
}

const PAGES: [&str; 2] = ["https://example.com/a", "https://example.com/b"];

fn row(keys: &[&str], clicks: u64, impressions: u64) -> Value {
    json!({"keys": keys, "clicks": clicks, "impressions": impressions, "ctr": 0.1, "position": 4.0})
}

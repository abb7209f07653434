//! Delivery of emails: with a small mail server, or in the outbox.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::http::StatusCode;
use serde_json::json;
use shared::{
    config::{MailSettings, Post, Secret},
    domain::now,
    mail::{Smtp, deliver, serve},
};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};
use tokio_util::sync::CancellationToken;

use crate::world::{World, on_each};

/// Returns the subject and text of the latest email to `recipient`.
pub(crate) async fn newest(world: &World, recipient: &str) -> (String, String) {
    let page = shared::store::mail::list(&world.state.db, None, 100).await.expect("mails");
    let mail = page.items.into_iter().find(|mail| mail.recipient == recipient).expect("a mail");
    (mail.subject, mail.body_text)
}

/// Returns the number of emails to `recipient`.
pub(crate) async fn count(world: &World, recipient: &str) -> usize {
    let page = shared::store::mail::list(&world.state.db, None, 100).await.expect("mails");
    page.items.iter().filter(|mail| mail.recipient == recipient).count()
}

/// Returns the token of the link in the latest email to `recipient`, which must have the subject `subject`.
pub(crate) async fn token(world: &World, recipient: &str, subject: &str) -> String {
    let (found, text) = newest(world, recipient).await;
    assert_eq!(found, subject);
    let (_, rest) = text.split_once("?token=").expect("a link");
    rest.split_whitespace().next().expect("a token").to_owned()
}

/// Mail server that rejects recipients named `nobody` permanently and `later` temporarily.
struct Server {
    url: String,
    taken: Arc<Mutex<Vec<String>>>,
}

impl Server {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("smtp://{}", listener.local_addr().expect("an address"));
        let taken = Arc::<Mutex<Vec<String>>>::default();
        let kept = taken.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(converse(stream, kept.clone()));
            }
        });
        Self { url, taken }
    }

    fn settings(&self) -> MailSettings {
        let from = Some("Motherlode <lode@example.com>".to_owned());
        MailSettings { smtp_url: Secret::new(self.url.clone()), from }
    }

    fn smtp(&self) -> Smtp {
        Smtp::new(&self.settings()).expect("settings")
    }
}

/// Tries to send every due email.
async fn deliver_all(world: &World, smtp: Option<&Smtp>) {
    while deliver(&world.state.db, smtp, now()).await.expect("a mail") {}
}

/// RFC 5321, as far as the client uses it.
async fn converse(mut stream: TcpStream, taken: Arc<Mutex<Vec<String>>>) {
    let (read, mut write) = stream.split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 test\r\n").await.expect("greeting");
    let (mut body, mut in_data) = (String::new(), false);
    while let Ok(Some(line)) = lines.next_line().await {
        let answer = if in_data && line != "." {
            body.push_str(&line);
            body.push('\n');
            continue;
        } else if in_data {
            in_data = false;
            taken.lock().expect("a lock").push(std::mem::take(&mut body));
            "250 taken"
        } else {
            match line.to_ascii_uppercase() {
                line if line.starts_with("RCPT TO:<NOBODY@") => "550 no such user",
                line if line.starts_with("RCPT TO:<LATER@") => "450 busy",
                line if line == "DATA" => {
                    in_data = true;
                    "354 go on"
                }
                line if line == "QUIT" => "221 bye",
                _ => "250 fine",
            }
        };
        if write.write_all(format!("{answer}\r\n").as_bytes()).await.is_err() {
            return;
        }
    }
}

#[tokio::test]
async fn a_mail_server_gets_each_mail_once_with_an_id_that_stays() {
    on_each(async |world| {
        let server = Server::start().await;
        let admin = world.register("ada@example.com").await;
        let at = now();
        assert!(deliver(&world.state.db, Some(&server.smtp()), at).await.expect("a mail"));
        assert!(!deliver(&world.state.db, Some(&server.smtp()), now()).await.expect("none is left"));
        let taken = server.taken.lock().expect("a lock").clone();
        assert_eq!(taken.len(), 1);
        let id = shared::store::mail::list(&world.state.db, None, 1).await.expect("mails").items[0].id;
        for part in [
            &format!("Message-ID: <{id}@example.com>"),
            "From: Motherlode <lode@example.com>",
            "To: ada@example.com",
            "Subject: Verify your email address",
            "text/plain",
            "text/html",
        ] {
            assert!(taken[0].contains(part), "{part} is not in {}", taken[0]);
        }
        let body = world.get("/api/admin/outbox").bearer(&admin.token).send().await.success(StatusCode::OK);
        assert_eq!((&body["mails"][0]["status"], &body["mails"][0]["text"]), (&json!("sent"), &json!("")));
    })
    .await;
}

#[tokio::test]
async fn sender_has_the_name_of_the_email_and_the_address_of_the_server() {
    on_each(async |world| {
        let server = Server::start().await;
        let letter = shared::mail::Letter::about("Report").say("Figures.").to("client@example.com");
        let mail = shared::domain::mail::NewMail { from_name: Some("Lovelace, \"Media\"\nx".to_owned()), ..letter };
        let mut tx = world.state.db.begin().await.expect("a transaction");
        shared::store::mail::insert(&mut tx, &mail, now()).await.expect("an email");
        tx.commit().await.expect("a commit");
        deliver_all(&world, Some(&server.smtp())).await;
        let taken = server.taken.lock().expect("a lock").clone();
        let sender = taken[0].lines().find(|line| line.starts_with("From: ")).expect("a sender");
        // `Lovelace, "Media" x` as an encoded word (RFC 2047): in one line, and no other address.
        assert_eq!(sender, "From: =?utf-8?b?TG92ZWxhY2UsICJNZWRpYSIgeA==?= <lode@example.com>");
        assert!(!taken[0].to_lowercase().contains("motherlode"), "{}", taken[0]);
    })
    .await;
}

#[tokio::test]
async fn permanent_rejection_fails_and_temporary_rejection_waits() {
    on_each(async |world| {
        let server = Server::start().await;
        world.register("nobody@example.com").await;
        world.register("later@example.com").await;
        deliver_all(&world, Some(&server.smtp())).await;
        let mails = shared::store::mail::list(&world.state.db, None, 10).await.expect("mails").items;
        let of = |who: &str| mails.iter().find(|mail| mail.recipient.starts_with(who)).expect("a mail");
        assert_eq!((of("nobody").status.as_str(), of("later").status.as_str()), ("failed", "waiting"));
        assert!(of("later").error.as_ref().is_some_and(|error| error.contains("busy")), "{:?}", of("later"));
        let due = async |seconds| {
            let at = now() + chrono::Duration::seconds(seconds);
            shared::store::mail::due(&world.state.db, at, 10).await.expect("mails").len()
        };
        assert_eq!((due(0).await, due(31).await), (0, 1), "it is tried again, after a pause");
    })
    .await;
}

#[tokio::test]
async fn unreachable_mail_server_delays_mail() {
    on_each(async |world| {
        let gone = TcpListener::bind("127.0.0.1:0").await.expect("a port").local_addr().expect("an address");
        let smtp_url = Secret::new(format!("smtp://{gone}"));
        let smtp = Smtp::new(&MailSettings { smtp_url, from: None }).expect("settings");
        world.register("ada@example.com").await;
        deliver_all(&world, Some(&smtp)).await;
        let server = Server::start().await;
        let later = now() + chrono::Duration::minutes(1);
        deliver(&world.state.db, Some(&server.smtp()), later).await.expect("a mail");
        assert_eq!(server.taken.lock().expect("a lock").len(), 1);
    })
    .await;
}

#[tokio::test]
async fn concurrent_senders_send_each_mail_once() {
    on_each(async |world| {
        let server = Server::start().await;
        for n in 0..8 {
            world.register(&format!("reader{n}@example.com")).await;
        }
        let smtp = server.smtp();
        tokio::join!(deliver_all(&world, Some(&smtp)), deliver_all(&world, Some(&smtp)));
        assert_eq!(server.taken.lock().expect("a lock").len(), 8);
    })
    .await;
}

#[tokio::test]
async fn crashed_sender_does_not_block_other_mail() {
    on_each(async |world| {
        let silent = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let smtp_url = Secret::new(format!("smtp://{}", silent.local_addr().expect("an address")));
        let post = Post::Send(MailSettings { smtp_url, from: None });
        world.register("ada@example.com").await;
        let dying = tokio::spawn(serve(world.state.db.clone(), post, CancellationToken::new()));
        let called = silent.accept().await.expect("he calls the mail server, which never answers");
        dying.abort();
        drop(called);
        let server = Server::start().await;
        let stop = CancellationToken::new();
        let other = tokio::spawn(serve(world.state.db.clone(), Post::Send(server.settings()), stop.clone()));
        world.register("bob@example.com").await;
        let begun = std::time::Instant::now();
        while server.taken.lock().expect("a lock").is_empty() {
            assert!(begun.elapsed() < Duration::from_secs(30), "the other postman waits for the dead one");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        stop.cancel();
        other.await.expect("he stops");
        assert!(server.taken.lock().expect("a lock")[0].contains("To: bob@example.com"));
    })
    .await;
}

#[tokio::test]
async fn without_a_mail_server_an_administrator_reads_the_outbox() {
    on_each(async |world| {
        let admin = world.register("ada@example.com").await;
        let other = world.register("bob@example.com").await;
        deliver_all(&world, None).await;
        world.get("/api/admin/outbox").bearer(&other.token).send().await.problem(403, "forbidden", &[]);
        let body = world.get("/api/admin/outbox?limit=1").bearer(&admin.token).send().await.success(StatusCode::OK);
        let mail = &body["mails"][0];
        assert_eq!((&mail["to"], &mail["status"]), (&json!("bob@example.com"), &json!("kept")));
        assert!(mail["text"].as_str().is_some_and(|text| text.contains("http://127.0.0.1:3000/verify-email?token=")));
        let next = format!("/api/admin/outbox?cursor={}", body["nextCursor"].as_str().expect("a cursor"));
        let body = world.get(&next).bearer(&admin.token).send().await.success(StatusCode::OK);
        assert_eq!(body["mails"][0]["to"], json!("ada@example.com"));
    })
    .await;
}

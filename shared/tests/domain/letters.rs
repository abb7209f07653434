//! Mails: how they are written, and what is wrong with the settings of a mail server.

use shared::{
    config::{MailSettings, Secret},
    mail::{Letter, Smtp, SmtpError},
};

#[test]
fn letter_says_the_same_as_text_and_as_html() {
    let mail = Letter::about("Your report")
        .say("First line\nsecond line")
        .link("Open the report", "https://app.example/r?a=1&b=\"2\"")
        .say("Zoë & Søn <3")
        .to("zoë@exämple.com");
    assert_eq!((mail.recipient.as_str(), mail.subject.as_str()), ("zoë@exämple.com", "Your report"));
    assert_eq!(mail.reply_to, None);
    let text = "First line\nsecond line\n\nOpen the report:\nhttps://app.example/r?a=1&b=\"2\"\n\nZoë & Søn <3\n";
    assert_eq!(mail.body_text, text);
    for part in [
        "<p>First line<br>second line</p>",
        "href=\"https://app.example/r?a=1&amp;b=&quot;2&quot;\"",
        ">Open the report</a>",
        "<p>Zoë &amp; Søn &lt;3</p>",
        "<meta charset=\"utf-8\">",
    ] {
        assert!(mail.body_html.contains(part), "{part} in {}", mail.body_html);
    }
}

#[test]
fn letter_lets_nobody_write_markup_or_headers() {
    for attack in [
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "&lt;b&gt;",
        "a\r\nBcc: all@example.com",
        "a\nSubject: other",
        "a\u{0}b\u{7f}c\u{85}d",
    ] {
        let mail = Letter::about(attack).say(attack).link(attack, attack).to("ada@example.com");
        assert!(!mail.subject.contains(char::is_control), "{:?}", mail.subject);
        let body = mail.body_html.split_once("sans-serif\">").expect("a body").1;
        assert!(!body.contains("<script") && !body.contains("<img"), "{body}");
        assert!(!body.contains("&lt;b&gt;") || !attack.starts_with('&'), "entities are escaped too: {body}");
    }
}

#[test]
fn letter_without_a_word_is_still_a_mail() {
    let mail = Letter::about("  \t ").to("a@b.c");
    assert_eq!((mail.subject.as_str(), mail.body_text.as_str()), ("", "\n"));
    assert!(mail.body_html.ends_with("</body></html>"));
}

fn smtp(url: &str, from: Option<&str>) -> Result<Smtp, SmtpError> {
    Smtp::new(&MailSettings { smtp_url: Secret::new(url.to_owned()), from: from.map(str::to_owned) })
}

#[tokio::test]
async fn smtp_settings_that_cannot_work_are_refused_by_the_name_of_their_variable() {
    for url in ["", "mail.example.com:25", "http://mail.example.com", "smtp://", "smtps:", "imap://mail.example.com"] {
        let error = smtp(url, None).expect_err(url).to_string();
        assert!(error.starts_with("SMTP_URL "), "{url}: {error}");
    }
    for from in ["", "nobody", "a@", "@b", "Ada <>", "Ada <ada@example.com", "a b@example.com"] {
        let error = smtp("smtp://127.0.0.1:25", Some(from)).expect_err(from);
        assert!(matches!(error, SmtpError::Sender(_)), "{from}");
        assert!(error.to_string().starts_with("MOTHERLODE_MAIL_FROM "), "{error}");
        assert!(!error.is_transient(), "waiting does not help");
    }
    for (url, from) in [
        ("smtp://127.0.0.1:2525", None),
        ("smtp://[::1]:2525", None),
        ("smtps://ada%40example.com:p%40ss@mail.example.com", None),
        ("smtp://mail.example.com:587", Some("Motherlode <motherlode@example.com>")),
        ("smtp://mail.example.com?tls=none", Some("zoe@example.com")),
    ] {
        assert!(smtp(url, from).is_ok(), "{url} {from:?}");
    }
}

#[tokio::test]
async fn smtp_server_that_does_not_answer_may_answer_later() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("its address").port();
    drop(listener);
    let error = smtp(&format!("smtp://127.0.0.1:{port}"), None).expect("settings").reach().await.expect_err("closed");
    assert!(matches!(error, SmtpError::Server(_)) && error.is_transient(), "{error:?}");
}

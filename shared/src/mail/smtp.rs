//! SMTP client.

use std::time::Duration;

use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{
        Attachment, Mailbox, MultiPart, SinglePart,
        header::{ContentType, Header, HeaderName, HeaderValue},
    },
    transport::smtp::Error,
};
use url::{Host, Url};

use crate::{config::MailSettings, domain::mail::Mail};

/// Time limit per step.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Reason why an email was not sent.
#[derive(Debug, thiserror::Error)]
pub enum SmtpError {
    /// `SMTP_URL` is malformed.
    #[error("SMTP_URL is not the address of a mail server, as in smtps://user:password@mail.example.com: {0}")]
    Address(String),
    /// The sender's address is malformed.
    #[error("MOTHERLODE_MAIL_FROM is no sender, as in 'Motherlode <motherlode@example.com>': {0}")]
    Sender(String),
    /// The recipient's address is malformed.
    #[error("the mail cannot be written: {0}")]
    Mail(String),
    /// The server closed the connection.
    #[error("the mail server closed the connection")]
    Silent,
    /// The server rejected it or did not respond.
    #[error("the mail server rejected it: {0}")]
    Server(#[from] Error),
}

impl SmtpError {
    /// Returns true if a retry may succeed.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Server(error) if !error.is_permanent())
    }
}

/// A mail server.
#[derive(Debug, Clone)]
pub struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

impl Smtp {
    /// Creates a client from the settings without connecting.
    ///
    /// # Errors
    /// Returns an error if the server's or the sender's address is malformed.
    pub fn new(settings: &MailSettings) -> Result<Self, SmtpError> {
        let url = guarded(settings.smtp_url.reveal())?;
        let from = sender(settings, &url)?;
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.as_str());
        let builder = builder.map_err(|error| SmtpError::Address(error.to_string()))?;
        Ok(Self { transport: builder.timeout(Some(TIMEOUT)).build(), from })
    }

    /// Sends an email. Its Message-ID is derived from its id, so that receivers can detect repeats.
    ///
    /// # Errors
    /// Returns an [`SmtpError`] if it was not accepted.
    pub async fn send(&self, mail: &Mail) -> Result<(), SmtpError> {
        let message = self.write(mail)?;
        self.transport.send(message).await?;
        Ok(())
    }

    /// Connects and signs in, without sending anything.
    ///
    /// # Errors
    /// Returns [`SmtpError::Server`] if the sign-in fails.
    pub async fn reach(&self) -> Result<(), SmtpError> {
        if self.transport.test_connection().await? { Ok(()) } else { Err(SmtpError::Silent) }
    }

    /// Returns the sender of an email: always the server's address, since only that may send here.
    fn sender(&self, mail: &Mail) -> Mailbox {
        let Mailbox { name, email } = self.from.clone();
        // A header is one line, and the library panics at a name of several.
        let own = mail.from_name.as_ref().map(|own| own.replace(char::is_control, " "));
        Mailbox::new(own.or(name), email)
    }

    fn write(&self, mail: &Mail) -> Result<Message, SmtpError> {
        let unfit = |error: lettre::address::AddressError| SmtpError::Mail(error.to_string());
        let domain = self.from.email.domain();
        let mut builder = Message::builder()
            .message_id(Some(format!("<{}@{domain}>", mail.id)))
            .date(mail.created_at.into())
            .from(self.sender(mail))
            .to(Mailbox::new(None, mail.recipient.parse().map_err(unfit)?))
            .subject(&mail.subject);
        // Someone typed it into a form: if no mail server would take it, the mail goes without it.
        if let Some(reply_to) = mail.reply_to.as_deref().and_then(|text| text.parse().ok()) {
            builder = builder.reply_to(Mailbox::new(None, reply_to));
        }
        if let Some(url) = &mail.unsubscribe_url {
            builder = builder.header(ListUnsubscribe(format!("<{url}>"))).header(OneClick);
        }
        let body = MultiPart::alternative_plain_html(mail.body_text.clone(), mail.body_html.clone());
        let body = match (&mail.attachment_name, &mail.attachment) {
            (Some(name), Some(pdf)) => MultiPart::mixed().multipart(body).singlepart(attached(name, pdf)?),
            _ => body,
        };
        builder.multipart(body).map_err(|error| SmtpError::Mail(error.to_string()))
    }
}

/// Returns a PDF as a part of an email.
fn attached(name: &str, pdf: &[u8]) -> Result<SinglePart, SmtpError> {
    let kind = ContentType::parse("application/pdf").map_err(|error| SmtpError::Mail(error.to_string()))?;
    Ok(Attachment::new(name.to_owned()).body(pdf.to_vec(), kind))
}

/// Address that ends a subscription (RFC 2369).
#[derive(Debug, Clone)]
struct ListUnsubscribe(String);

impl Header for ListUnsubscribe {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe")
    }

    fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self(text.to_owned()))
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), self.0.clone())
    }
}

/// States that one POST request to that address suffices (RFC 8058).
#[derive(Debug, Clone)]
struct OneClick;

impl Header for OneClick {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe-Post")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "List-Unsubscribe=One-Click".to_owned())
    }
}

/// Parses the URL and requires TLS, unless the server is local or the URL ends in `tls=none`.
fn guarded(text: &str) -> Result<Url, SmtpError> {
    let mut url = Url::parse(text).map_err(|error| SmtpError::Address(error.to_string()))?;
    let tls = url.query_pairs().find(|(name, _)| name == "tls").map(|(_, value)| value.into_owned());
    let is_local = match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name == "127.0.0.1",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => return Err(SmtpError::Address("it names no host".to_owned())),
    };
    match (url.scheme(), tls.as_deref()) {
        ("smtp", Some("none")) => url.set_query(None),
        ("smtp", None) if !is_local => url.set_query(Some("tls=required")),
        _ => {}
    }
    Ok(url)
}

/// Returns the sender: as configured, otherwise the user of the mail server.
fn sender(settings: &MailSettings, url: &Url) -> Result<Mailbox, SmtpError> {
    let user = percent_decoded(url.username());
    let text = match &settings.from {
        Some(from) => from.clone(),
        None if user.contains('@') => format!("Motherlode <{user}>"),
        None => "Motherlode <motherlode@localhost>".to_owned(),
    };
    text.parse().map_err(|error: lettre::address::AddressError| SmtpError::Sender(error.to_string()))
}

/// An @ in the user name is written as `%40`.
fn percent_decoded(text: &str) -> String {
    text.replace("%40", "@")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Secret;

    fn settings(url: &str, from: Option<&str>) -> MailSettings {
        MailSettings { smtp_url: Secret::new(url.to_owned()), from: from.map(str::to_owned) }
    }

    #[test]
    fn asks_for_tls_beyond_this_machine() {
        let guarded = |text| guarded(text).map(String::from).unwrap_or_default();
        assert_eq!(guarded("smtp://127.0.0.1:2525"), "smtp://127.0.0.1:2525");
        assert_eq!(guarded("smtp://mail.example.com"), "smtp://mail.example.com?tls=required");
        assert_eq!(guarded("smtp://mail.example.com?tls=none"), "smtp://mail.example.com");
        assert_eq!(guarded("smtps://mail.example.com"), "smtps://mail.example.com");
    }

    #[tokio::test]
    async fn tells_what_is_wrong_with_the_settings() {
        for (url, from) in [("mail.example.com", None), ("http://mail.example.com", None), ("smtp:", None)] {
            assert!(matches!(Smtp::new(&settings(url, from)), Err(SmtpError::Address(_))), "{url}");
        }
        let odd = Smtp::new(&settings("smtp://127.0.0.1", Some("nobody")));
        assert!(matches!(odd, Err(SmtpError::Sender(_))));
        let user = Smtp::new(&settings("smtps://ada%40example.com:x@mail.example.com", None)).unwrap();
        assert_eq!(user.from.email.to_string(), "ada@example.com");
    }

    #[tokio::test]
    async fn mail_whose_reply_address_no_server_takes_is_sent_without_it() {
        let smtp = Smtp::new(&settings("smtp://127.0.0.1", None)).unwrap();
        let mail = |reply_to: &str| Mail {
            id: uuid::Uuid::nil(),
            recipient: "ann@example.com".to_owned(),
            from_name: None,
            reply_to: Some(reply_to.to_owned()),
            subject: "New lead".to_owned(),
            body_text: "Phone: 1".to_owned(),
            body_html: String::new(),
            unsubscribe_url: None,
            attachment_name: None,
            attachment: None,
            status: crate::domain::mail::MailStatus::Waiting,
            attempts: 0,
            error: None,
            created_at: chrono::DateTime::UNIX_EPOCH,
            sent_at: None,
        };
        let written = |reply_to: &str| String::from_utf8(smtp.write(&mail(reply_to)).unwrap().formatted()).unwrap();
        assert!(written("zoe@example.com").contains("Reply-To: zoe@example.com"));
        for odd in ["zoe@bbb", "zoe", "zoe@example.com\r\nBcc: all@example.com"].map(written) {
            assert!(odd.contains("To: ann@example.com") && !odd.contains("Bcc"), "{odd}");
        }
        let long = format!("zoe@{}.com", "b".repeat(64));
        assert!(!written(&long).contains("Reply-To"), "{}", written(&long));
    }
}

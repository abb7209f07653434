//! Composes emails as text and as HTML.

use std::fmt::Write;

use crate::{domain::mail::NewMail, escape::html as escape};

/// An email being composed.
#[derive(Debug, Clone)]
pub struct Letter {
    subject: String,
    text: String,
    html: String,
}

impl Letter {
    /// Creates an empty email with a subject.
    #[must_use]
    pub fn about(subject: impl Into<String>) -> Self {
        Self { subject: one_line(&subject.into()), text: String::new(), html: String::new() }
    }

    /// Adds a paragraph; line breaks in it are preserved.
    #[must_use]
    pub fn say(mut self, sentence: &str) -> Self {
        let html = escape(sentence).replace('\n', "<br>");
        self.text.push_str(sentence);
        self.text.push_str("\n\n");
        // Writing to a String cannot fail.
        let _always = write!(self.html, "<p>{html}</p>");
        self
    }

    /// Adds a link with its full URL, for text-only readers and for copying.
    #[must_use]
    pub fn link(mut self, label: &str, url: &str) -> Self {
        let _always = write!(self.text, "{label}:\n{url}\n\n");
        let (label, url) = (escape(label), escape(url));
        let _always = write!(self.html, "<p><a href=\"{url}\">{label}</a></p><p>{url}</p>");
        self
    }

    /// Builds the email for a recipient.
    #[must_use]
    pub fn to(self, recipient: &str) -> NewMail {
        let head = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><body style=\"font-family:sans-serif\">";
        NewMail {
            recipient: recipient.to_owned(),
            from_name: None,
            reply_to: None,
            unsubscribe_url: None,
            attachment: None,
            body_html: format!("{head}{}</body></html>", self.html),
            subject: self.subject,
            body_text: self.text.trim_end().to_owned() + "\n",
        }
    }
}

/// Removes line breaks from user input, which could start another header.
fn one_line(text: &str) -> String {
    text.split(char::is_control).collect::<Vec<_>>().join(" ").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_the_same_twice_and_escapes_what_people_wrote() {
        let mail = Letter::about("Hello\r\nBcc: all@example.com")
            .say("Tom & <Jerry>")
            .link("Open it", "https://lode.example/?a=1&b=2")
            .to("ada@example.com");
        assert_eq!(mail.subject, "Hello  Bcc: all@example.com");
        assert_eq!(mail.body_text, "Tom & <Jerry>\n\nOpen it:\nhttps://lode.example/?a=1&b=2\n");
        assert!(mail.body_html.contains("<p>Tom &amp; &lt;Jerry&gt;</p>"), "{}", mail.body_html);
        assert!(mail.body_html.contains("href=\"https://lode.example/?a=1&amp;b=2\""), "{}", mail.body_html);
    }
}

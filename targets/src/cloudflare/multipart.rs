//! A form of the type `multipart/form-data`, whose bytes can be sent again.

use crate::blobs::sha256;

/// A part: name, and for a file its file name; bytes.
pub(super) struct Part {
    pub(super) name: &'static str,
    pub(super) is_file: bool,
    pub(super) bytes: Vec<u8>,
}

/// Returns the content type and the body.
pub(super) fn encode(parts: &[Part]) -> (String, Vec<u8>) {
    // Derived from the content, so it cannot be part of it by chance or by intent.
    let all: Vec<u8> = parts.iter().flat_map(|part| part.bytes.iter().copied()).collect();
    let boundary = format!("motherlode-{}", sha256(&all));
    let mut body = Vec::new();
    for part in parts {
        let file = if part.is_file { format!("; filename=\"{}\"", part.name) } else { String::new() };
        let head = format!("--{boundary}\r\nContent-Disposition: form-data; name=\"{}\"{file}\r\n\r\n", part.name);
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(&part.bytes);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    (format!("multipart/form-data; boundary={boundary}"), body)
}

//! Encodings, as in the HTML standard, "determining the character encoding".

use crawler::page::CharsetSource;

use super::page_with;

/// Bytes, headers, and the expected encoding, its source and the title.
type Case = (&'static [u8], &'static [(&'static str, &'static str)], &'static str, CharsetSource, &'static str);

#[test]
fn encoding_is_named_by_bom_then_header_then_meta() {
    let cases: [Case; 8] = [
        (
            b"\xef\xbb\xbf<title>\xc3\xa9</title>",
            &[("content-type", "text/html; charset=latin1")],
            "UTF-8",
            CharsetSource::Bom,
            "é",
        ),
        (b"\xff\xfe<\0t\0i\0t\0l\0e\0>\0\xe9\0", &[], "UTF-16LE", CharsetSource::Bom, "é"),
        (
            b"<meta charset=utf-8><title>\xe9</title>",
            &[("content-type", "text/html;charset=\"ISO-8859-1\"")],
            "windows-1252",
            CharsetSource::Header,
            "é",
        ),
        (
            b"<!-- <meta charset=koi8-r> --><meta charset=shift_jis><title>\x83\x65</title>",
            &[],
            "Shift_JIS",
            CharsetSource::Meta,
            "テ",
        ),
        (
            b"<meta http-equiv=content-type content='text/html; charset=windows-1251'><title>\xe4\xe0</title>",
            &[],
            "windows-1251",
            CharsetSource::Meta,
            "да",
        ),
        // A page that can be searched for ASCII is not in UTF-16.
        (b"<meta charset=utf-16><title>\xc3\xa9</title>", &[], "UTF-8", CharsetSource::Meta, "é"),
        (b"<title>\xc3\xa9</title>", &[], "UTF-8", CharsetSource::Guess, "é"),
        (
            b"<title>\xe9</title>",
            &[("content-type", "text/html; charset=nonsense")],
            "windows-1252",
            CharsetSource::Guess,
            "é",
        ),
    ];
    for (body, headers, name, source, title) in cases {
        let page = page_with(body, headers);
        assert_eq!((page.charset.name.as_str(), page.charset.source, page.titles[0].as_str()), (name, source, title));
        assert!(!page.charset.has_errors);
    }
}

#[test]
fn a_meta_element_after_1024_bytes_is_not_read() {
    let page = page_with(format!("<!--{}--><meta charset=koi8-r>", "x".repeat(1_024)).as_bytes(), &[]);
    assert_eq!(page.charset.source, CharsetSource::Guess);
}

#[test]
fn invalid_bytes_are_replaced_and_reported() {
    let page = page_with(b"<title>a\xffb</title>", &[("content-type", "text/html; charset=utf-8")]);
    assert!(page.charset.has_errors);
    assert_eq!(page.titles, ["a\u{fffd}b"]);
}

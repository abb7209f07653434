//! Encodings of pages.

use edits::{ApplyError, Change};

use crate::world::{apply, description, heading, link, never, organization, text, title, try_apply};

/// Encodes a page that declares an encoding.
fn page(label: &str, body: &str) -> Vec<u8> {
    let html = format!("<head><meta charset=\"{label}\"><title>x</title></head>{body}");
    let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
    let (bytes, _, has_other) = encoding.encode(&html);
    assert!(!has_other);
    bytes.into_owned()
}

fn decode(label: &str, bytes: &[u8]) -> String {
    encoding_rs::Encoding::for_label(label.as_bytes()).unwrap().decode_without_bom_handling(bytes).0.into_owned()
}

#[test]
fn bytes_of_a_latin_1_page_are_preserved_and_new_text_is_in_ascii() {
    let before = page("iso-8859-1", "<p>caf\u{e9}</p>");
    let after = apply(&before, &[title("Café – 名"), description("é\"")]).html;
    let expected = [
        b"<head><meta charset=\"iso-8859-1\"><title>Caf&#xe9; &#x2013; &#x540d;</title>".as_slice(),
        b"<meta name=\"description\" content=\"&#xe9;&quot;\"></head><p>caf\xe9</p>",
    ]
    .concat();
    assert_eq!(text(&after), text(&expected));
    assert_eq!(after, expected);
    let facts = edits::facts(&after, &never).unwrap();
    assert_eq!((facts.title.as_deref(), facts.encoding.as_str()), (Some("Café – 名"), "windows-1252"));
}

#[test]
fn words_are_found_in_other_encodings() {
    for (label, body, anchor, expected) in [
        ("iso-8859-1", "<p>Café à côté", "café à", "<p>[Café à] côté"),
        ("shift_jis", "<p>東京の水道修理。ソ表", "水道修理", "<p>東京の[水道修理]。ソ表"),
        ("gb18030", "<p>水管工 北京𠀀维修", "北京𠀀", "<p>水管工 [北京𠀀]维修"),
        ("windows-1251", "<p>Срочный сантехник здесь", "сантехник", "<p>Срочный [сантехник] здесь"),
        ("big5", "<p>許功蓋水電", "水電", "<p>許功蓋[水電]"),
        ("euc-kr", "<p>서울 배관공", "배관공", "<p>서울 [배관공]"),
    ] {
        let before = page(label, body);
        let after = apply(&before, &[link(anchor, "/t")]).html;
        let shown = decode(label, &after).replace("<a href=\"/t\">", "[").replace("</a>", "]");
        assert!(shown.ends_with(expected), "{label}: {shown}");
    }
}

#[test]
fn long_text_of_another_encoding_is_linked_at_the_right_place() {
    let filler = "京".repeat(3_001);
    let before = page("shift_jis", &format!("<p>{filler} 水道 x"));
    let after = apply(&before, &[link("水道", "/t")]).html;
    assert!(decode("shift_jis", &after).ends_with("京 <a href=\"/t\">水道</a> x"));
}

#[test]
fn structured_data_of_another_encoding_are_in_ascii() {
    let after = apply(&page("windows-1251", ""), &[organization("名 🏠 é")]).html;
    assert!(text(&after).contains(r#""name":"\u540d \ud83c\udfe0 \u00e9""#), "{}", text(&after));
}

#[test]
fn encoding_is_read_from_every_declaration() {
    for (html, expected) in [
        ("<meta http-equiv=Content-Type content='text/html; charset=windows-1250'>", "windows-1250"),
        ("<meta http-equiv='content-type' content='text/html;charset=\"koi8-r\"'>", "KOI8-R"),
        ("<?xml version='1.0' encoding='ISO-8859-2'?><html>", "ISO-8859-2"),
        ("<meta charset=utf-16>", "UTF-8"),
        ("<meta charset=unknown><meta charset=euc-jp>", "EUC-JP"),
        ("<!-- <meta charset=euc-jp> --><p>x", "UTF-8"),
        ("<body><meta charset=euc-jp>", "UTF-8"),
        ("\u{feff}<meta charset=euc-jp>", "UTF-8"),
    ] {
        assert_eq!(edits::facts(html.as_bytes(), &never).unwrap().encoding, expected, "{html}");
    }
    assert_eq!(edits::facts(b"<p>caf\xe9", &never).unwrap().encoding, "windows-1252");
}

#[test]
fn encodings_without_ascii_are_refused() {
    let utf16: Vec<u8> = "<p>x</p>".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let with_mark = [b"\xff\xfe".as_slice(), &utf16].concat();
    for html in [utf16, with_mark, b"<meta charset=iso-2022-jp><p>x".to_vec(), b"<meta charset=hz-gb-2312>".to_vec()] {
        let problem = try_apply(&html, &[title("A")]).unwrap_err();
        assert!(matches!(problem, ApplyError::Encoding { .. }), "{problem}");
        assert!(problem.to_string().contains("save it as UTF-8"));
    }
}

#[test]
fn bytes_that_are_not_utf_8_are_preserved() {
    let before =
        b"<meta charset=utf-8><title>a\xff\xfeb</title><p>\xc3(\xe2\x82 plumber \xf0\x9f</p><h1>x\xff</h1>\xff";
    let changes: [Change; 3] = [title("A"), link("plumber", "/t"), heading("B")];
    let after = apply(before, &changes).html;
    let expected =
        b"<meta charset=utf-8><title>A</title><p>\xc3(\xe2\x82 <a href=\"/t\">plumber</a> \xf0\x9f</p><h1>B</h1>\xff";
    assert_eq!(after, expected);
}

//! Pages without the scripts that they load, for a frame in which scripts do not run.

use bytes::Bytes;

const START: &[u8] = b"<script async src=";
const END: &[u8] = b"</script>";

/// Returns a page without the scripts that it loads. A browser reports each script that the policy `sandbox` stops as an
/// error; data in scripts, such as JSON-LD, stay.
pub(super) fn scriptless(page: &Bytes) -> Bytes {
    let find = |within: &[u8], word: &[u8]| within.windows(word.len()).position(|window| window == word);
    if find(page, START).is_none() {
        return page.clone();
    }
    let mut out = Vec::with_capacity(page.len());
    let mut rest: &[u8] = page;
    while let Some(at) = find(rest, START) {
        let (before, script) = rest.split_at(at);
        let Some(length) = find(script, END) else { break };
        out.extend_from_slice(before);
        rest = script.get(length + END.len()..).unwrap_or_default();
    }
    out.extend_from_slice(rest);
    out.into()
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::scriptless;

    #[test]
    fn loaded_scripts_are_left_out_and_data_stay() {
        let data = "<head><script type=\"application/ld+json\">{}</script>";
        let beacon = "<script async src=\"/t.js\" data-site=\"a\"></script>";
        let page = |text: String| scriptless(&Bytes::from(text));
        assert_eq!(page(format!("{data}{beacon}</head>{beacon}")), format!("{data}</head>"));
        assert_eq!(page(data.to_owned()), data);
        assert_eq!(page(format!("{data}<script async src=\"/t.js\">")), format!("{data}<script async src=\"/t.js\">"));
        assert_eq!(page(String::new()), "");
    }
}

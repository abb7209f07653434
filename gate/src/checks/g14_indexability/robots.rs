//! Rules of robots.txt.

/// Bytes that are read, as search engines do.
const MOST_BYTES: usize = 500 << 10;

/// Whether a rule allows, and the path that it is about.
type Line = (bool, String);

/// Rules by crawler.
#[derive(Debug, Default)]
pub(super) struct Rules {
    groups: Vec<(Vec<String>, Vec<Line>)>,
}

/// Reads a robots.txt.
///
/// Source: RFC 9309.
pub(super) fn parse(text: &str) -> Rules {
    let text = text.get(..text.floor_char_boundary(MOST_BYTES)).unwrap_or(text);
    let mut rules = Rules::default();
    let mut is_open = false;
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default();
        let Some((name, value)) = line.split_once(':') else { continue };
        let value = value.trim();
        match name.trim().to_ascii_lowercase().as_str() {
            "user-agent" => {
                if !std::mem::replace(&mut is_open, true) {
                    rules.groups.push((Vec::new(), Vec::new()));
                }
                if let Some((agents, _)) = rules.groups.last_mut() {
                    agents.push(value.to_ascii_lowercase());
                }
            }
            name @ ("allow" | "disallow") => {
                is_open = false;
                if let Some((_, lines)) = rules.groups.last_mut().filter(|_| !value.is_empty()) {
                    lines.push((name == "allow", value.to_owned()));
                }
            }
            _ => {}
        }
    }
    rules
}

impl Rules {
    /// Returns true if a crawler may fetch a path: the longest rule counts, and of equal ones the one that allows.
    pub(super) fn allows(&self, crawler: &str, path: &str) -> bool {
        let of = |name: &str| -> Vec<&Line> {
            let groups = self.groups.iter().filter(|(agents, _)| agents.iter().any(|agent| agent == name));
            groups.flat_map(|(_, lines)| lines).collect()
        };
        let is_named = self.groups.iter().any(|(agents, _)| agents.iter().any(|agent| agent == crawler));
        let lines = if is_named { of(crawler) } else { of("*") };
        let holding = lines.into_iter().filter(|(_, rule)| is_match(rule, path));
        holding.max_by_key(|(allows, rule)| (rule.len(), *allows)).is_none_or(|(allows, _)| *allows)
    }
}

/// Matches a path with `*` and a final `$`.
fn is_match(rule: &str, path: &str) -> bool {
    let (rule, is_whole) = rule.strip_suffix('$').map_or((rule, false), |rule| (rule, true));
    let mut parts = rule.split('*');
    let Some(mut rest) = path.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let parts: Vec<&str> = parts.collect();
    for (at, part) in parts.iter().enumerate() {
        let is_end = is_whole && at + 1 == parts.len();
        let found = if is_end { rest.ends_with(part).then(|| rest.len() - part.len()) } else { rest.find(part) };
        match found {
            Some(found) => rest = &rest[found + part.len()..],
            None => return false,
        }
    }
    !is_whole || rest.is_empty()
}

use std::{collections::BTreeSet, path::Path};

use crate::world::{World, repository};

#[test]
fn the_page_of_settings_is_current() {
    let printed = World::new().run(["configuration"]).succeeded().stdout;
    let committed = std::fs::read_to_string(repository("docs/configuration.md")).expect("docs/configuration.md");
    assert!(printed == committed, "docs/configuration.md is stale: run `make gen`");
}

#[test]
fn the_page_of_settings_names_every_variable_with_its_flag() {
    let page = World::new().run(["configuration"]).succeeded().stdout;
    for row in [
        "| `MOTHERLODE_PORT` | `--port PORT` | `3000` |",
        "`MOTHERLODE_SECRET`<br>`MOTHERLODE_SECRET_FILE`",
        "`DATABASE_URL`<br>`DATABASE_URL_FILE`",
    ] {
        assert!(page.contains(row), "{row} is not in {page}");
    }
}

#[test]
fn the_description_of_the_api_is_json() {
    let document = World::new().run(["openapi"]).succeeded().json();
    assert_eq!(document["openapi"].as_str().map(|version| &version[..3]), Some("3.1"));
}

/// Returns all names in `text` that look like metrics of this product, without the suffixes of histograms.
fn metrics_in(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let ours = words.filter(|word| word.starts_with("motherlode_") && word.len() > "motherlode_".len());
    ours.map(|word| {
        ["_bucket", "_sum", "_count"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word).to_owned()
    })
    .collect()
}

fn texts_under(dir: &Path, extension: &str, into: &mut String) {
    for entry in std::fs::read_dir(dir).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            texts_under(&path, extension, into);
        } else if path.extension().is_some_and(|found| found == extension) {
            into.push_str(&std::fs::read_to_string(&path).expect("a text"));
        }
    }
}

#[test]
fn dashboards_and_alerts_show_what_is_recorded_and_the_page_explains_all_of_it() {
    let mut code = String::new();
    for krate in ["shared", "workers", "api", "cli"] {
        texts_under(&repository(krate).join("src"), "rs", &mut code);
    }
    let recorded: BTreeSet<String> = code
        .split('"')
        .filter(|text| text.starts_with("motherlode_") && !text.contains(' '))
        .map(str::to_owned)
        .collect();
    let recorded = metrics_in(&recorded.into_iter().collect::<Vec<_>>().join(" "));
    let mut shown = std::fs::read_to_string(repository("grafana/alerts.yml")).expect("alerts");
    texts_under(&repository("grafana/dashboards"), "json", &mut shown);
    let unknown: Vec<_> = metrics_in(&shown).difference(&recorded).cloned().collect();
    assert_eq!(unknown, Vec::<String>::new(), "shown but never recorded");
    let explained = metrics_in(&std::fs::read_to_string(repository("grafana/README.md")).expect("the page"));
    // Names of cookies look like metrics.
    let cookies = ["motherlode_session", "motherlode_sign_in"];
    let silent: Vec<_> = recorded
        .iter()
        .filter(|name| !explained.contains(*name) && !cookies.contains(&name.as_str()))
        .cloned()
        .collect();
    assert_eq!(silent, Vec::<String>::new(), "recorded but not explained in grafana/README.md");
}

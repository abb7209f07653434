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

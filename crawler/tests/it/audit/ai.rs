//! Access of AI crawlers.

use crawler::{
    audit::ai::{AGENTS, Purpose, readiness},
    render::Rendered,
};

use super::example::Example;

#[test]
fn access_is_decided_for_each_crawler() {
    let page = Example::default().header("x-robots-tag", "gptbot: noindex, nosnippet").page();
    let ready = readiness(&page, None, &|agent| agent != "CCBot", Some(false));
    let of = |name: &str| ready.agents.iter().find(|access| access.agent.name == name).expect("a crawler");
    assert!(of("GPTBot").is_noindex && of("GPTBot").is_nosnippet && of("GPTBot").is_allowed);
    assert!(!of("CCBot").is_allowed && !of("CCBot").is_noindex);
    assert!(of("Perplexity-User").agent.is_unbound && of("Google-Extended").agent.is_token);
    assert!(!ready.needs_scripts && ready.content_words > 200);
}

#[test]
fn each_purpose_has_crawlers_and_names_are_unique() {
    for purpose in [Purpose::Training, Purpose::SearchIndex, Purpose::UserRequest] {
        assert!(AGENTS.iter().any(|agent| agent.purpose == purpose));
    }
    let names: std::collections::BTreeSet<_> = AGENTS.iter().map(|agent| agent.name).collect();
    assert_eq!(names.len(), AGENTS.len());
}

#[test]
fn an_app_without_content_needs_scripts() {
    let app = Example::default()
        .set(|app| app.html = "<title>App</title><div id=app></div><script src=a.js></script>".to_owned());
    assert!(readiness(&app.page(), None, &|_| true, None).needs_scripts);
}

#[test]
fn rendered_page_decides_whether_content_needs_scripts() {
    let needs = |html: &str, rendered: &Rendered| {
        let page = Example::default().set(|page| page.html = html.to_owned()).page();
        readiness(&page, Some(rendered), &|_| true, None).needs_scripts
    };
    let of = |content_words: u64| Rendered { content_words, ..Rendered::default() };
    let (app, plain) = ("<div id=app></div><script src=a.js></script>", "<p>Loading, please wait.</p>");
    assert!(needs(app, &of(400)) && needs(plain, &of(400)), "whatever the HTML looks like");
    assert!(!needs(app, &of(10)), "scripts write nothing either");
    let failed = Rendered { failure: Some("crashed".to_owned()), ..Rendered::default() };
    assert!(needs(app, &failed) && !needs(plain, &failed), "as without a browser");
}

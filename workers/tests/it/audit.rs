//! The content audit of a website, from uploads to findings.

use serde_json::{Value, json};
use shared::{
    domain::run::{RunKind, RunStatus},
    store::opportunity,
};

use crate::{
    engine::{SAMPLE, ask, run_import, upload, website},
    installation::in_each_mode,
};

const GUTTERS: &str = "Leaves from oak trees fill gutters twice a year, in March and again in late November. \
    A clogged gutter sends water behind the fascia board, where it rots the rafter ends over a few winters. \
    Cleaning takes an hour for a house of one floor and includes a flush of every downspout.";

/// Pages of a crawl: a copy of a page, and a page that is gone.
fn crawl() -> Vec<u8> {
    let page = |path: &str, status: u16, title: &str, text: &str, links: Value| {
        json!({"url": format!("https://sample.example{path}"), "status": status, "title": title, "h1": title, "text": text,
            "links": links, "observedAt": "2026-10-28"})
        .to_string()
    };
    let links = json!(["https://sample.example/gutters/", "https://sample.example/old-gutter-cleaning/"]);
    [
        page("/", 200, "Acme Roofing", "Acme cleans gutters and repairs roofs.", links),
        page("/gutters/", 200, "Gutter cleaning", GUTTERS, json!([])),
        page("/gutters-copy/", 200, "Gutter cleaning", GUTTERS, json!([])),
        page("/old-gutter-cleaning/", 404, "Not found", "", json!([])),
    ]
    .join("\n")
    .into_bytes()
}

/// Rows of a bulk export on the first and the last of 93 days.
fn queries() -> Vec<u8> {
    let head = "data_date,site_url,url,query,is_anonymized_query,is_anonymized_discover,country,search_type,device,is_review_snippet,impressions,clicks,sum_position\n";
    let row = |day: &str, path: &str, query: &str, impressions: u32, clicks: u32, position: u32| {
        format!(
            "{day},sc-domain:sample.example,https://sample.example{path},{query},false,false,usa,WEB,MOBILE,false,{impressions},{clicks},{}\n",
            impressions * (position - 1)
        )
    };
    let mut text = head.to_owned();
    for day in ["2026-08-01", "2026-11-01"] {
        text += &row(day, "/gutters/", "gutter cleaning", 400, 20, 6);
        text += &row(day, "/gutters/", "gutter guards cost", 200, 1, 14);
        text += &row(day, "/gutters-copy/", "gutter cleaning", 30, 1, 25);
        text += &row(day, "/old-gutter-cleaning/", "gutter cleaning", 80, 2, 18);
    }
    text.into_bytes()
}

#[tokio::test(flavor = "multi_thread")]
async fn content_audit_reads_pages_and_queries_and_stores_opportunities() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let site = website(&at).await;
        for (name, bytes) in [("pages.jsonl", crawl()), ("searchdata_url_impression.csv", queries())] {
            let id = upload(&at, name, &bytes).await;
            let ended = run_import(&at, id, RunKind::Import, Some(site)).await;
            assert_eq!(ended.status, RunStatus::Succeeded, "{} {name}: {:?}", at.world.name, ended.error);
        }
        let (ended, result) = ask(&at, site, "content", "audit", json!({})).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, ended.error);
        let of = |path: &str| {
            let pages = result["pages"].as_array().expect("pages");
            pages.iter().find(|page| page["url"] == format!("https://sample.example{path}")).expect("the page").clone()
        };
        assert_eq!(result["summary"]["periodDays"], json!(93.0), "{}", at.world.name);
        let gone = of("/old-gutter-cleaning/");
        assert_eq!((&gone["verdict"], &gone["impressions"]), (&json!("redirect"), &json!(160.0)), "{gone}");
        assert_eq!(gone["target"], json!("https://sample.example/gutters/"));
        assert_eq!(of("/gutters-copy/")["verdict"], json!("redirect"));
        assert_eq!(of("/gutters/")["missingQueries"][0]["query"], json!("gutter guards cost"));
        let open = opportunity::list(&at.backends.db, at.world.workspace_id, Some(site), 50).await.expect("list");
        let redirect = open.iter().find(|one| one.body.title.contains("old-gutter-cleaning")).expect("an opportunity");
        assert_eq!(redirect.body.category, "content_redirect");
        let tasks: Vec<&Value> =
            redirect.body.evidence.as_array().expect("evidence").iter().filter(|one| one["type"] == "task").collect();
        let detail = tasks[0]["value"]["detail"].as_str().expect("a detail");
        assert!(detail.contains("301") && detail.contains("https://sample.example/gutters/"), "{detail}");
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn content_audit_runs_on_the_sample_and_without_queries() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let site = website(&at).await;
        let id = upload(&at, "pages.jsonl", &crawl()).await;
        assert_eq!(run_import(&at, id, RunKind::Import, Some(site)).await.status, RunStatus::Succeeded);
        let (ended, result) = ask(&at, site, "content", "audit", json!({})).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, ended.error);
        assert!(result["needs"].to_string().contains("Queries by page"), "{}", result["needs"]);
        let id = upload(&at, "sample-site.zip", SAMPLE).await;
        assert_eq!(run_import(&at, id, RunKind::Import, Some(site)).await.status, RunStatus::Succeeded);
        let (ended, result) = ask(&at, site, "content", "audit", json!({})).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, ended.error);
        assert!(result["pages"].as_array().is_some_and(|pages| pages.len() > 50), "{}", result["summary"]);
        assert!(result["summary"]["improve"].as_u64().is_some_and(|pages| pages > 0), "{}", result["summary"]);
        worker.stop().await;
        at
    })
    .await;
}

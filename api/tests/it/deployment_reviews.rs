//! Deployments with regulated trades: the approval asks for every review at once, and names the sites.

use axum::http::StatusCode;
use serde_json::{Value, json};
use shared::store::{release::NewRelease, run::Outcome, site::SiteBuilt};
use uuid::Uuid;

use crate::{
    fleet,
    sites::{FILES, PLACE, get, home, id, operator, post, release},
    world::{Account, World, on_each},
};

const GOLDMINES: &str = "/api/dominator-pipeline/deploy-goldmines";

async fn run_of(world: &World, by: &Account, site: Uuid) -> Uuid {
    id(&get(world, by, &format!("/api/sites/{site}")).await["site"]["runId"])
}

/// Ends the build of a site, like a worker; its pages need the review of somebody, if one is named.
async fn build(world: &World, by: &Account, site_id: Uuid, reviewer: Option<&str>) {
    let mut release = NewRelease { needs_review: reviewer.is_some(), ..release(&FILES, false) };
    release.gate["review"] = json!(reviewer);
    let end = SiteBuilt {
        site_id,
        name: None,
        pages: vec![home(by, site_id)],
        release,
        sketches: Vec::new(),
        blocked_by: None,
    };
    let run = fleet::claim(&world.state, run_of(world, by, site_id).await).await;
    fleet::finish(&world.state, run, Outcome::Succeeded(json!({})), vec![end.into()]).await;
}

/// A deployment of an electrical site, a site about injuries and one about tree service, which count as regulated; returns its
/// path and the sites.
async fn mixed(world: &World, by: &Account) -> (String, [Uuid; 3]) {
    operator(world, by).await;
    let verticals = ["electrical", "personal-injury", "tree-service"];
    let markets: Vec<Value> = verticals.iter().map(|vertical| json!({"vertical": vertical, "place": PLACE})).collect();
    let made = post(world, by, GOLDMINES, json!({"markets": markets})).await.success(StatusCode::ACCEPTED);
    let sites = [0, 1, 2].map(|at| id(&made["deployedSites"][at]["id"]));
    build(world, by, sites[0], None).await;
    build(world, by, sites[1], Some("a licensed attorney")).await;
    build(world, by, sites[2], Some("a certified arborist")).await;
    (format!("/api/deployments/{}", made["deployment"]["id"].as_str().expect("an id")), sites)
}

async fn status(world: &World, by: &Account, site: Uuid) -> Value {
    get(world, by, &format!("/api/sites/{site}")).await["site"]["status"].clone()
}

#[tokio::test]
async fn approval_asks_for_all_reviews_at_once_and_approves_nothing_without_them() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let (path, [plain, injury, trees]) = mixed(&world, &ada).await;
        let needed = get(&world, &ada, &path).await["deployment"]["reviewsNeeded"].clone();
        assert_eq!(
            (&needed[0]["vertical"], &needed[0]["reviewer"], &needed[0]["sites"][0]["id"], &needed[0]["siteCount"]),
            (&json!("personal-injury"), &json!("a licensed attorney"), &json!(injury), &json!(1))
        );
        assert_eq!((&needed[1]["reviewer"], &needed[2]), (&json!("a certified arborist"), &Value::Null), "{needed}");
        assert_eq!(get(&world, &ada, "/api/deployments").await["deployments"][0]["reviewsNeeded"], json!([]));
        let approve = async |body: Value| post(&world, &ada, &format!("{path}/approve"), body).await;
        let refused = approve(json!({})).await.problem(409, "conflict", &["/review"]);
        let detail = refused["detail"].as_str().expect("a text");
        for part in ["a licensed attorney", "a certified arborist", needed[0]["sites"][0]["name"].as_str().expect("a name")] {
            assert!(detail.contains(part), "{part}: {detail}");
        }
        for site in [plain, injury, trees] {
            assert_eq!(status(&world, &ada, site).await, "waiting");
        }
        let of = |vertical: &str, name: &str| json!({"vertical": vertical, "name": name, "credentials": "expert", "isConfirmed": true});
        let one = json!({"reviews": [of("personal-injury", "Jane Doe")]});
        let refused = approve(one).await.problem(409, "conflict", &["/review"]);
        assert!(!refused["detail"].as_str().expect("a text").contains("attorney"), "{refused}");
        let wrong = json!({"reviews": [of("tree-service", ""), of("tree-service", "Joe Roe"), {"vertical": "x"}]});
        let pointers = [
            "/reviews/0/name",
            "/reviews/1/vertical",
            "/reviews/2/isConfirmed",
            "/reviews/2/name",
            "/reviews/2/credentials",
        ];
        approve(wrong).await.problem(422, "invalid-request", &pointers);
        let both = json!({"reviews": [of("personal-injury", "Jane Doe"), of("tree-service", "Joe Roe")]});
        let approved = approve(both).await.success(StatusCode::OK)["deployment"].clone();
        assert_eq!((&approved["status"], &approved["reviewsNeeded"]), (&json!("deploying"), &json!([])));
        for (site, name) in [(plain, None), (injury, Some("Jane Doe")), (trees, Some("Joe Roe"))] {
            let site = get(&world, &ada, &format!("/api/sites/{site}")).await;
            let review = &site["releases"][0]["review"];
            assert_eq!((&site["site"]["status"], &review["name"]), (&json!("deploying"), &json!(name)), "{review}");
        }
    })
    .await;
}

#[tokio::test]
async fn sites_of_regulated_trades_wait_on_if_a_person_leaves_them() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let (path, [plain, injury, trees]) = mixed(&world, &ada).await;
        let approve = async |body: Value| post(&world, &ada, &format!("{path}/approve"), body).await;
        approve(json!({"leavesUnreviewed": true})).await.success(StatusCode::OK);
        assert_eq!(status(&world, &ada, plain).await, "deploying");
        for site in [injury, trees] {
            assert_eq!(status(&world, &ada, site).await, "waiting");
        }
        let all = json!({"review": {"name": "Jane Doe", "credentials": "expert", "isConfirmed": true}});
        approve(all).await.success(StatusCode::OK);
        assert_eq!(status(&world, &ada, trees).await, "deploying");
    })
    .await;
}

//! Deployments of several sites over HTTP, and the calls of the pipeline that start them.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use serde_json::{Value, json};
use shared::store::run;
use uuid::Uuid;

use crate::{
    api_keys, fleet,
    sites::{FILES, PLACE, build, created, deploy, get, id, operator, post},
    world::{Account, Reply, World, on_each},
};

const TULSA: &str = "4553433";
/// In the metropolitan area of [`PLACE`], Oklahoma City.
const NORMAN: &str = "4543762";
const GOLDMINES: &str = "/api/dominator-pipeline/deploy-goldmines";
const BATCH: &str = "/api/dominator-pipeline/batch-deploy";
const SINGLE: &str = "/api/dominator-pipeline/generate-and-deploy";

fn markets(all: &[(&str, &str)]) -> Value {
    let market = |(vertical, place): &(&str, &str)| json!({"vertical": vertical, "place": place});
    json!({"markets": all.iter().map(market).collect::<Vec<_>>()})
}

async fn start(world: &World) -> Account {
    let ada = world.register("ada@example.com").await;
    operator(world, &ada).await;
    ada
}

/// Starts a deployment of two sites; returns its id and the ids of the sites.
pub(crate) async fn two(world: &World, by: &Account) -> (String, [Uuid; 2]) {
    let body = markets(&[("electrical", PLACE), ("electrical", TULSA)]);
    let made = post(world, by, GOLDMINES, body).await.success(StatusCode::ACCEPTED);
    let sites = [id(&made["deployedSites"][0]["id"]), id(&made["deployedSites"][1]["id"])];
    (made["deployment"]["id"].as_str().expect("an id").to_owned(), sites)
}

async fn site(world: &World, by: &Account, id: Uuid) -> Value {
    get(world, by, &format!("/api/sites/{id}")).await["site"].clone()
}

async fn run_of(world: &World, by: &Account, id: Uuid) -> Uuid {
    crate::sites::id(&site(world, by, id).await["runId"])
}

async fn act(world: &World, by: &Account, deployment: &str, verb: &str) -> Reply {
    post(world, by, &format!("/api/deployments/{deployment}/{verb}"), json!({})).await
}

#[tokio::test]
async fn goldmines_are_built_approved_together_and_deployed() {
    on_each(async |world| {
        let ada = start(&world).await;
        let body = markets(&[("electrical", PLACE), ("electrical", TULSA), ("electrical", PLACE)]);
        let made = post(&world, &ada, GOLDMINES, body).await.success(StatusCode::ACCEPTED);
        let deployment = made["deployment"]["id"].as_str().expect("an id");
        assert_eq!(
            (&made["deployment"]["status"], &made["deployment"]["sitesPlanned"]),
            (&json!("building"), &json!(2))
        );
        assert_eq!(made["skipped"][0]["reason"], "This market is in the list twice.");
        let sites = made["deployedSites"].as_array().expect("sites").clone();
        for one in &sites {
            for field in ["id", "name", "url", "status"] {
                assert!(one[field].is_string(), "{field}: {one}");
            }
            assert_eq!(
                (&one["status"], &one["deployedAt"], &one["currentRevenue"]),
                (&json!("building"), &Value::Null, &json!(0.0))
            );
        }
        let (first, second) = (id(&sites[0]["id"]), id(&sites[1]["id"]));
        let good = build(&world, &ada, (first, run_of(&world, &ada, first).await), &FILES, false).await;
        build(&world, &ada, (second, run_of(&world, &ada, second).await), &FILES[..4], true).await;
        let path = format!("/api/deployments/{deployment}");
        let built = get(&world, &ada, &path).await["deployment"].clone();
        assert_eq!(
            (&built["status"], &built["sitesBuilt"], &built["sitesWaiting"]),
            (&json!("waiting"), &json!(2), &json!(1))
        );
        assert_eq!((&built["errorCount"], &built["errors"][0]["siteId"]), (&json!(1), &json!(second)));

        let (key, _) = api_keys::make(&world, &ada, &["write"]).await;
        let reply = world.post(&format!("{path}/approve"), &json!({})).bearer(&key).send().await;
        reply.problem(403, "forbidden", &[]);
        let approved = act(&world, &ada, deployment, "approve").await.success(StatusCode::OK);
        assert_eq!(approved["deployment"]["status"], "deploying");
        assert_eq!(site(&world, &ada, second).await["status"], "blocked", "a blocked site is not approved");
        deploy(&world, (first, run_of(&world, &ada, first).await), good).await;
        let ended = get(&world, &ada, &path).await["deployment"].clone();
        assert_eq!(
            (&ended["status"], &ended["sitesDeployed"], &ended["progress"]),
            (&json!("failed"), &json!(1), &json!(100))
        );
        act(&world, &ada, deployment, "approve").await.problem(409, "conflict", &["/status"]);

        let again = act(&world, &ada, deployment, "retry").await.success(StatusCode::OK);
        assert_eq!(again["deployment"]["status"], "building");
        let good = build(&world, &ada, (second, run_of(&world, &ada, second).await), &FILES[1..], false).await;
        act(&world, &ada, deployment, "approve").await.success(StatusCode::OK);
        deploy(&world, (second, run_of(&world, &ada, second).await), good).await;
        let ended = get(&world, &ada, &path).await["deployment"].clone();
        assert_eq!(
            (&ended["status"], &ended["errors"], ended["finishedAt"].is_string()),
            (&json!("succeeded"), &json!([]), true)
        );
        assert_eq!(get(&world, &ada, "/api/deployments").await["deployments"][0]["sitesDeployed"], json!(2));
        assert_eq!(get(&world, &ada, "/api/deployments?active=true").await["deployments"], json!([]));
        let log = get(&world, &ada, "/api/user/audit-log").await.to_string();
        assert_eq!(log.matches("deployment.approved").count(), 2);
    })
    .await;
}

#[tokio::test]
async fn invalid_markets_are_named_by_their_index_and_nothing_is_stored() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let fine = ("plumbing", PLACE);
        post(&world, &ada, GOLDMINES, markets(&[fine])).await.problem(409, "conflict", &["/operator"]);
        operator(&world, &ada).await;
        for (all, pointers) in [
            (markets(&[]), &["/markets"][..]),
            (markets(&vec![fine; 10_001]), &["/markets"]),
            (markets(&[fine, ("windmills", PLACE), ("plumbing", "0")]), &["/markets/1/vertical", "/markets/2/place"]),
            (json!({"markets": [{"vertical": "plumbing"}]}), &["/markets/0/place"]),
            (json!({"markets": [{"vertical": "plumbing", "place": PLACE}], "name": "n".repeat(201)}), &["/name"]),
        ] {
            post(&world, &ada, GOLDMINES, all).await.problem(422, "invalid-request", pointers);
        }
        for (body, pointers) in [
            (json!({"verticals": [], "limit": 0, "kind": "goldmine"}), &["/verticals", "/limit"][..]),
            (json!({"verticals": ["windmills"], "limit": 1, "kind": "goldmine"}), &["/verticals"]),
            (json!({"verticals": ["plumbing"], "states": ["ZZ"], "limit": 1, "kind": "goldmine"}), &["/states"]),
            (json!({"verticals": ["plumbing"], "places": ["x"], "limit": 1, "kind": "goldmine"}), &["/places"]),
            (
                json!({"verticals": ["plumbing"], "limit": 10_001, "kind": "goldmine", "minPopulation": -1}),
                &["/limit", "/minPopulation"],
            ),
            (json!({"verticals": ["plumbing"], "limit": 1, "kind": "own"}), &["/kind"]),
        ] {
            post(&world, &ada, BATCH, body).await.problem(422, "invalid-request", pointers);
        }
        for (body, pointer) in [
            (json!({}), "/vertical"),
            (json!({"vertical": "plumbing"}), "/place"),
            (json!({"vertical": "plumbing", "place": "0"}), "/place"),
            (json!({"keyword": "dog walker"}), "/keyword"),
            (json!({"keyword": "plumber near me"}), "/keyword"),
            (json!({"keyword": "plumber tulsa", "vertical": "plumbing"}), "/keyword"),
            (json!({"keyword": "x".repeat(201)}), "/keyword"),
        ] {
            post(&world, &ada, SINGLE, body).await.problem(422, "invalid-request", &[pointer]);
        }
        assert_eq!(get(&world, &ada, "/api/deployments").await["deployments"], json!([]));
        assert_eq!(get(&world, &ada, "/api/dominator-pipeline/markets").await["markets"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn batch_selects_the_best_markets_without_a_site() {
    on_each(async |world| {
        let ada = start(&world).await;
        let path = "/api/dominator-pipeline/high-value-opportunities?vertical=plumbing&state=OK&limit=3";
        let best = get(&world, &ada, path).await["topOpportunities"].clone();
        let best = best[0]["place"]["id"].as_str().expect("a place").to_owned();
        created(&world, &ada, "plumbing", &best).await;
        let body = json!({"verticals": ["plumbing"], "states": ["OK"], "limit": 3, "kind": "goldmine", "minPopulation": 20_000});
        let made = post(&world, &ada, BATCH, body).await.success(StatusCode::ACCEPTED);
        assert_eq!((&made["totalSitesPlanned"], &made["deployment"]["sitesPlanned"]), (&json!(3), &json!(3)));
        assert_eq!((&made["skipped"][0]["place"], &made["run"]["kind"]), (&json!(best), &json!("batch")));
        assert_eq!(made["run"]["children"]["total"], json!(3));
        let deployment = made["deployment"]["id"].as_str().expect("an id");
        let sites = get(&world, &ada, &format!("/api/sites?deployment={deployment}")).await;
        let places: Vec<_> = sites["sites"].as_array().expect("sites").iter().map(|one| one["places"][0]["id"].clone()).collect();
        assert!(places.len() == 3 && !places.contains(&json!(best)), "{places:?}");
        let wide = json!({"verticals": ["roofing"], "states": ["OK", "KS"], "limit": 5, "kind": "dominator", "theme": "harbor"});
        let made = post(&world, &ada, BATCH, wide).await.success(StatusCode::ACCEPTED);
        assert_eq!(made["totalSitesPlanned"], json!(2), "one for each state");
        let sites = get(&world, &ada, "/api/sites?kind=dominator").await;
        for one in sites["sites"].as_array().expect("sites") {
            let places = one["places"].as_array().expect("places");
            let state = |place: &Value| place["name"].as_str().and_then(|name| name.rsplit(", ").next()).map(str::to_owned);
            assert!((2..=200).contains(&places.len()), "{one}");
            assert!(places.iter().all(|place| state(place) == state(&places[0])), "{one}");
        }
    })
    .await;
}

#[tokio::test]
async fn batch_looks_at_more_markets_if_the_best_ones_share_their_metropolitan_areas() {
    on_each(async |world| {
        let ada = start(&world).await;
        // More places than are looked at first, most of which share a metropolitan area.
        let body =
            |limit: usize| json!({"verticals": ["plumbing"], "states": ["CA"], "limit": limit, "kind": "goldmine"});
        let made = post(&world, &ada, BATCH, body(10_000)).await.success(StatusCode::ACCEPTED);
        let all = made["totalSitesPlanned"].as_u64().expect("a number");
        let bo = world.register("bo@example.com").await;
        operator(&world, &bo).await;
        let made = post(&world, &bo, BATCH, body(usize::try_from(all).expect("small") - 1)).await;
        assert_eq!(made.success(StatusCode::ACCEPTED)["totalSitesPlanned"].as_u64(), Some(all - 1), "of {all}");
    })
    .await;
}

#[tokio::test]
async fn one_site_of_a_trade_serves_a_metropolitan_area() {
    on_each(async |world| {
        let ada = start(&world).await;
        let body = markets(&[("plumbing", PLACE), ("plumbing", NORMAN), ("roofing", NORMAN)]);
        let made = post(&world, &ada, GOLDMINES, body).await.success(StatusCode::ACCEPTED);
        assert_eq!((&made["deployment"]["sitesPlanned"], &made["skipped"][0]["place"]), (&json!(2), &json!(NORMAN)));
        let reason = "A market before it in the list is in the same metropolitan area: Oklahoma City, OK.";
        assert_eq!(made["skipped"][0]["reason"], reason);
        for (path, body, pointer) in [
            (GOLDMINES, markets(&[("plumbing", NORMAN)]), "/markets"),
            (SINGLE, json!({"vertical": "plumbing", "place": NORMAN}), "/place"),
            ("/api/sites", json!({"kind": "goldmine", "vertical": "plumbing", "places": [NORMAN]}), "/places/0"),
        ] {
            post(&world, &ada, path, body).await.problem(409, "conflict", &[pointer]);
        }
        // As many sites as there are areas, each in another one.
        let batch = json!({"verticals": ["plumbing"], "states": ["OK"], "limit": 100, "kind": "goldmine"});
        let made = post(&world, &ada, BATCH, batch).await.success(StatusCode::ACCEPTED);
        let deployment = made["deployment"]["id"].as_str().expect("an id");
        let sites = get(&world, &ada, &format!("/api/sites?deployment={deployment}&limit=200")).await;
        let places: Vec<&Value> =
            sites["sites"].as_array().expect("sites").iter().map(|one| &one["places"][0]["id"]).collect();
        assert_eq!(made["totalSitesPlanned"], json!(places.len()));
        let all = get(&world, &ada, "/api/payout-data/search?vertical=plumbing&state=OK&limit=200").await;
        let metro = |market: &Value| market["place"]["metro"].as_str().map(str::to_owned);
        let of_sites: Vec<String> = all["data"]
            .as_array()
            .expect("markets")
            .iter()
            .filter(|market| places.contains(&&market["place"]["id"]))
            .filter_map(metro)
            .collect();
        let areas: BTreeSet<&String> = of_sites.iter().collect();
        assert!(areas.len() == of_sites.len() && areas.len() > 5, "{of_sites:?}");
        assert!(!areas.iter().any(|area| area.starts_with("Oklahoma City")), "{areas:?}");
        let skipped = made["skipped"].as_array().expect("skipped");
        let of = |place: &str| skipped.iter().find(|one| one["place"] == place).map(|one| one["reason"].to_string());
        assert!(of(NORMAN).is_some_and(|reason| reason.contains("already: Oklahoma City, OK.")), "{skipped:?}");
        assert!(skipped.iter().any(|one| one["reason"].to_string().contains("A better market")), "{skipped:?}");
    })
    .await;
}

#[tokio::test]
async fn two_requests_at_the_same_time_make_one_site_for_a_market() {
    on_each(async |world| {
        let ada = start(&world).await;
        let single = || post(&world, &ada, SINGLE, json!({"vertical": "plumbing", "place": TULSA}));
        let site = || {
            let body = json!({"kind": "goldmine", "vertical": "roofing", "places": [TULSA]});
            post(&world, &ada, "/api/sites", body)
        };
        for replies in [futures::join!(single(), single(), single()), futures::join!(site(), site(), site())] {
            let replies = [replies.0, replies.1, replies.2];
            assert_eq!(replies.iter().filter(|reply| reply.status.is_success()).count(), 1);
            for refused in replies.iter().filter(|reply| !reply.status.is_success()) {
                assert_eq!(refused.status, StatusCode::CONFLICT, "{}", refused.text());
            }
        }
        let sites = get(&world, &ada, "/api/sites").await;
        assert_eq!(sites["sites"].as_array().map(Vec::len), Some(2));
    })
    .await;
}

#[tokio::test]
async fn keyword_becomes_one_site() {
    on_each(async |world| {
        let ada = start(&world).await;
        let made = post(&world, &ada, SINGLE, json!({"keyword": "Plumber in Tulsa, OK"})).await;
        let made = made.success(StatusCode::ACCEPTED);
        assert_eq!(made["deployedSites"].as_array().map(Vec::len), Some(1));
        let site = site(&world, &ada, id(&made["deployedSites"][0]["id"])).await;
        assert_eq!((&site["vertical"], &site["places"][0]["id"]), (&json!("plumbing"), &json!(TULSA)));
        let taken = markets(&[("plumbing", TULSA)]);
        post(&world, &ada, GOLDMINES, taken).await.problem(409, "conflict", &["/markets"]);
        let twice = post(&world, &ada, SINGLE, json!({"vertical": "plumbing", "place": TULSA})).await;
        twice.problem(409, "conflict", &["/place"]);
    })
    .await;
}

#[tokio::test]
async fn deployment_is_paused_resumed_cancelled_and_retried() {
    on_each(async |world| {
        let ada = start(&world).await;
        let (deployment, [first, second]) = two(&world, &ada).await;
        act(&world, &ada, &deployment, "resume").await.problem(409, "conflict", &["/status"]);
        let paused = act(&world, &ada, &deployment, "pause").await.success(StatusCode::OK);
        assert_eq!(paused["deployment"]["status"], "paused");
        act(&world, &ada, &deployment, "retry").await.problem(409, "conflict", &["/status"]);
        let run_id = run_of(&world, &ada, first).await;
        let held = run::find(&world.state.db, ada.workspace_id, run_id).await.expect("the store").expect("the run");
        assert_eq!(held.status.as_str(), "paused");
        let resumed = act(&world, &ada, &deployment, "resume").await.success(StatusCode::OK);
        assert_eq!(resumed["deployment"]["status"], "building");
        build(&world, &ada, (first, run_id), &FILES, false).await;
        let cancelled = act(&world, &ada, &deployment, "cancel").await.success(StatusCode::OK);
        assert_eq!(cancelled["deployment"]["status"], "cancelled");
        act(&world, &ada, &deployment, "cancel").await.problem(409, "conflict", &["/status"]);
        act(&world, &ada, &deployment, "approve").await.problem(409, "conflict", &["/status"]);
        assert_eq!(site(&world, &ada, second).await["status"], "draft");
        let again = act(&world, &ada, &deployment, "retry").await.success(StatusCode::OK);
        assert_eq!(again["deployment"]["status"], "building");
        let run_id = run_of(&world, &ada, second).await;
        fleet::fail(&world.state, run_id, "The pack has no texts for this trade.").await;
        let failed = get(&world, &ada, &format!("/api/deployments/{deployment}")).await;
        assert_eq!(failed["deployment"]["errors"][0]["detail"], "The pack has no texts for this trade.");
    })
    .await;
}

#[tokio::test]
async fn deployments_and_releases_of_other_workspaces_are_not_found() {
    on_each(async |world| {
        let ada = start(&world).await;
        let bob = world.register("bob@example.com").await;
        operator(&world, &bob).await;
        let (deployment, [site, _]) = two(&world, &ada).await;
        let release = build(&world, &ada, (site, run_of(&world, &ada, site).await), &FILES, false).await;
        for verb in ["approve", "pause", "resume", "cancel", "retry"] {
            act(&world, &bob, &deployment, verb).await.problem(404, "not-found", &[]);
        }
        for path in [
            format!("/api/deployments/{deployment}"),
            format!("/api/releases/{release}"),
            format!("/api/releases/{release}/zip"),
        ] {
            world.get(&path).bearer(&bob.token).send().await.problem(404, "not-found", &[]);
        }
        post(&world, &bob, &format!("/api/releases/{release}/approve"), json!({})).await.problem(404, "not-found", &[]);
        for verb in ["build", "deploy", "offline"] {
            post(&world, &bob, &format!("/api/sites/{site}/{verb}"), json!({})).await.problem(404, "not-found", &[]);
        }
        assert_eq!(get(&world, &bob, "/api/websites?type=goldmine").await["websites"], json!([]));
        // A market of another workspace's site is free.
        post(&world, &bob, GOLDMINES, markets(&[("electrical", PLACE)])).await.success(StatusCode::ACCEPTED);
    })
    .await;
}

#[tokio::test]
async fn repeated_request_with_a_key_starts_one_deployment() {
    on_each(async |world| {
        let ada = start(&world).await;
        let send = async |path: &str, key: &str, body: &Value| {
            let call = world.post(path, body).bearer(&ada.token).header("prefer", "wait=0");
            call.header("idempotency-key", key).send().await
        };
        let body = markets(&[("electrical", PLACE), ("electrical", PLACE)]);
        let first = send(GOLDMINES, "one", &body).await.success(StatusCode::ACCEPTED);
        let again = send(GOLDMINES, "one", &body).await.success(StatusCode::ACCEPTED);
        for field in ["/deployment/id", "/run/id", "/deployedSites/0/id", "/skipped/0/reason"] {
            assert!(first.pointer(field).is_some_and(|value| value.is_string()), "{field}: {first}");
            assert_eq!(first.pointer(field), again.pointer(field), "{field}");
        }
        let other = markets(&[("electrical", TULSA)]);
        send(GOLDMINES, "one", &other).await.problem(409, "conflict", &["/Idempotency-Key"]);
        let single = json!({"vertical": "electrical", "place": TULSA});
        send(SINGLE, "one", &single).await.problem(409, "conflict", &["/Idempotency-Key"]);
        let first = send(SINGLE, "two", &single).await.success(StatusCode::ACCEPTED);
        let again = send(SINGLE, "two", &single).await.success(StatusCode::ACCEPTED);
        assert_eq!(first["deployment"]["id"], again["deployment"]["id"]);
        let batch = json!({"verticals": ["roofing"], "states": ["OK"], "limit": 2, "kind": "goldmine"});
        let (first, again) = futures::join!(send(BATCH, "three", &batch), send(BATCH, "three", &batch));
        let (first, again) = (first.success(StatusCode::ACCEPTED), again.success(StatusCode::ACCEPTED));
        assert_eq!(first["deployment"]["id"], again["deployment"]["id"], "two requests at the same time");
        assert_eq!(again["totalSitesPlanned"], json!(2));
        let all = get(&world, &ada, "/api/deployments").await;
        assert_eq!(all["deployments"].as_array().map(Vec::len), Some(3));
        send(BATCH, "", &batch).await.problem(422, "invalid-request", &["/Idempotency-Key"]);
    })
    .await;
}

//! Leads over HTTP: public forms and calls, buyers, and moves.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Value, json};
use shared::{
    domain::{lead::consent_version, site::SitePageKind},
    limit::Limit,
    store::{
        run::Outcome,
        site::{BuiltPage, SiteBuilt},
    },
};

use crate::{
    fleet, sites,
    world::{Account, Reply, World, on_each},
};

const CONSENT: &str = "I agree to be called.";

/// Adds a buyer; returns its id.
pub(crate) async fn buyer(world: &World, by: &Account) -> String {
    let new = json!({"name": "Ann's Roofing", "email": "ann@example.com", "priceCents": 4_500});
    let made = world.post("/api/buyers", &new).bearer(&by.token).send().await.success(StatusCode::CREATED);
    made["buyer"]["id"].as_str().expect("an id").to_owned()
}

async fn source(world: &World, by: &Account, new: Value) -> Value {
    let made = world.post("/api/lead-sources", &new).bearer(&by.token).send().await;
    made.success(StatusCode::CREATED)["source"].clone()
}

/// Adds a form to a website.
pub(crate) async fn form(world: &World, by: &Account, website: &str) -> Value {
    let new = json!({
        "websiteId": website, "kind": "form", "name": "Quote", "consentText": CONSENT, "vertical": "roofing",
        "place": "Tulsa, OK",
    });
    source(world, by, new).await
}

fn path(source: &Value) -> String {
    let address = source["address"].as_str().expect("an address");
    url::Url::parse(address).expect("an address").path().to_owned()
}

async fn send(world: &World, path: &str, body: &str) -> Reply {
    let call = world.call(Method::POST, path).header("referer", "https://www.example.com/quote");
    call.raw("application/x-www-form-urlencoded", body.to_owned()).send().await
}

/// Receives a lead by a new form of a website; returns its id.
pub(crate) async fn received(world: &World, by: &Account, website: &str) -> String {
    let form = form(world, by, website).await;
    let sent = send(world, &path(&form), "name=Zoe&phone=918-555-0100&consent=on").await;
    assert_eq!(sent.status, StatusCode::OK, "{}", sent.text());
    let list = get(world, by, "/api/received-leads").await;
    list["leads"][0]["id"].as_str().expect("an id").to_owned()
}

pub(crate) async fn get(world: &World, by: &Account, path: &str) -> Value {
    world.get(path).bearer(&by.token).send().await.success(StatusCode::OK)
}

pub(crate) async fn moved(world: &World, by: &Account, id: &str, body: Value) -> Reply {
    world.post(&format!("/api/received-leads/{id}/move"), &body).bearer(&by.token).send().await
}

pub(crate) async fn start(world: &World) -> (Account, String) {
    let ada = world.register("ada@example.com").await;
    let website = fleet::website(&world.state, &ada, "example.com").await.to_string();
    (ada, website)
}

#[tokio::test]
async fn lead_travels_from_the_form_to_the_ledger_and_back() {
    on_each(async |world| {
        let (ada, website) = start(&world).await;
        let buyer = buyer(&world, &ada).await;
        let form = form(&world, &ada, &website).await;
        let sent = send(
            &world,
            &path(&form),
            "name=Zo%C3%AB%0D%0ALane&phone=918-555-0123&message=A%0AB&roof+age=12&consent=on",
        )
        .await;
        assert_eq!(sent.status, StatusCode::OK, "{}", sent.text());
        assert!(sent.text().contains("Thank you") && sent.header("content-type").starts_with("text/html"));
        let list = get(&world, &ada, "/api/received-leads?status=sent").await;
        let lead = &list["leads"][0];
        let id = lead["id"].as_str().expect("an id");
        assert_eq!(
            (&lead["name"], &lead["message"], &lead["buyerId"], &lead["priceCents"]),
            (&json!("Zoë Lane"), &json!("A\nB"), &json!(buyer), &json!(4_500))
        );
        assert_eq!((&lead["fields"]["roof age"], &lead["consentText"]), (&json!("12"), &json!(CONSENT)));
        assert_eq!(lead["page"], json!("https://www.example.com/quote"));

        let accepted = moved(&world, &ada, id, json!({"move": "accept"})).await.success(StatusCode::OK);
        assert_eq!((&accepted["lead"]["status"], &accepted["moves"]), (&json!("accepted"), &json!(["refund"])));
        assert_eq!(accepted["history"].as_array().map(Vec::len), Some(3));
        moved(&world, &ada, id, json!({"move": "accept"})).await.problem(409, "conflict", &["/move"]);
        let many = moved(&world, &ada, id, json!({"move": "refund", "amountCents": 4_501})).await;
        many.problem(422, "invalid-request", &["/amountCents"]);
        moved(&world, &ada, id, json!({"move": "refund", "amountCents": 500, "note": "Wrong number"}))
            .await
            .success(StatusCode::OK);
        moved(&world, &ada, id, json!({"move": "refund"})).await.problem(409, "conflict", &["/move"]);

        let ledger = get(&world, &ada, &format!("/api/ledger?buyerId={buyer}")).await;
        let lines: Vec<_> = ledger["transactions"]
            .as_array()
            .expect("transactions")
            .iter()
            .map(|one| {
                (one["reason"].as_str().expect("a reason"), one["amountCents"].as_i64(), one["credited"].as_str())
            })
            .collect();
        assert_eq!(
            lines,
            [("refund", Some(500), Some("receivable")), ("lead_accepted", Some(4_500), Some("lead_revenue")),]
        );
        statement_adds_up(&world, &ada, &buyer).await;
        let revenue = get(&world, &ada, "/api/dominator-pipeline/revenue").await;
        let metrics = &revenue["metrics"];
        assert_eq!((&metrics["totalRevenueCents"], &metrics["monthlyRevenue"]), (&json!(4_000), &json!(40.0)));
        assert_eq!((&metrics["dailyRevenue"], &metrics["roi"]), (&json!(40.0), &json!(null)));
        assert_eq!(metrics["revenueByVertical"], json!({"roofing": 40.0}));
        let history = revenue["history"].as_array().expect("a history");
        assert_eq!((history.len(), &history[89]["revenueCents"]), (90, &json!(4_000)));
        let summary = get(&world, &ada, "/api/ledger/summary?by=website").await;
        let groups = summary["groups"].as_array().expect("groups");
        let mut earned = groups.iter().map(|group| (&group["id"], &group["revenueCents"]));
        assert!(earned.any(|one| one == (&json!(website), &json!(4_000))), "{summary}");
    })
    .await;
}

/// Checks the statement of a buyer with a lead of 45.00 of which 5.00 were refunded, and pays the rest.
async fn statement_adds_up(world: &World, ada: &Account, buyer: &str) {
    let path = format!("/api/buyers/{buyer}/statement");
    let statement = get(world, ada, &path).await["statement"].clone();
    let account = &statement["accounts"][0];
    let amounts: Vec<_> = account["lines"].as_array().expect("lines").iter().map(|line| &line["amountCents"]).collect();
    assert_eq!(amounts, [&json!(4_500), &json!(-500)]);
    assert_eq!((&account["openingCents"], &account["closingCents"]), (&json!(0), &json!(4_000)));
    let key = ("idempotency-key", "paid-by-ann");
    let payment = json!({"reason": "payment", "amountCents": 4_000, "buyerId": buyer, "note": "Check <12>"});
    let posted = world.post("/api/ledger", &payment).header(key.0, key.1).bearer(&ada.token).send().await;
    posted.success(StatusCode::CREATED);
    let paid = get(world, ada, &path).await["statement"]["accounts"][0].clone();
    assert_eq!((&paid["lines"][2]["reason"], &paid["closingCents"]), (&json!("payment"), &json!(0)));

    let csv = world.get("/api/ledger/export").bearer(&ada.token).send().await.text();
    assert_eq!(csv.trim_end().lines().count(), 4, "{csv}");
    assert!(csv.contains(",40.00,USD,"), "{csv}");

    let tomorrow = shared::domain::now().date_naive().succ_opt().expect("a day");
    let later = get(world, ada, &format!("{path}?from={tomorrow}&to={tomorrow}")).await;
    assert_eq!(later["statement"]["accounts"], json!([]), "nothing is owed and nothing happened");
    let page = world.get(&format!("{path}/html")).bearer(&ada.token).send().await;
    assert!(page.header("content-security-policy").contains("default-src 'none'"));
    for shown in ["Ann's Roofing", ": Roofing, Tulsa, OK", "-5.00 USD", "Check &lt;12&gt;", "0.00 USD"] {
        assert!(page.text().contains(shown), "{shown}: {}", page.text());
    }
    let turned = format!("{path}?from=2026-02-01&to=2026-01-31");
    world.get(&turned).bearer(&ada.token).send().await.problem(422, "invalid-request", &["/from"]);
}

#[tokio::test]
async fn lead_keeps_the_text_that_its_visitor_saw() {
    on_each(async |world| {
        let (ada, website) = start(&world).await;
        let form = form(&world, &ada, &website).await;
        let version = consent_version(CONSENT);
        let later = "I agree that two businesses call me.";
        let path_of_source = format!("/api/lead-sources/{}", form["id"].as_str().expect("an id"));
        for text in [later, "I agree to something else.", later] {
            let change = json!({"consentText": text});
            world.patch(&path_of_source, &change).bearer(&ada.token).send().await.success(StatusCode::OK);
        }
        for (phone, consent) in [("9185550123", version.as_str()), ("9185550124", "on")] {
            let sent = send(&world, &path(&form), &format!("phone={phone}&consent={consent}")).await;
            assert_eq!(sent.status, StatusCode::OK, "{}", sent.text());
        }
        let unknown = json!({"phone": "9185550125", "consent": "0123456789abcdef"});
        let refused = world.call(Method::POST, &path(&form)).json(&unknown).send().await;
        refused.problem(422, "invalid-request", &["/consent"]);
        let list = get(&world, &ada, "/api/received-leads").await;
        let text = |phone: &str| {
            let found = list["leads"].as_array().and_then(|leads| leads.iter().find(|lead| lead["phone"] == phone));
            found.map(|lead| lead["consentText"].clone())
        };
        assert_eq!(text("9185550123"), Some(json!(CONSENT)), "{list}");
        assert_eq!(text("9185550124"), Some(json!(later)), "{list}");
        assert_eq!(text("9185550125"), None, "{list}");
    })
    .await;
}

#[tokio::test]
async fn form_without_consent_or_contact_is_answered_by_what_is_missing() {
    on_each(async |world| {
        let (ada, website) = start(&world).await;
        let form = path(&form(&world, &ada, &website).await);
        let refused = send(&world, &form, "name=%3Cb%3E&email=nobody&phone=12").await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.header("content-type").starts_with("text/html"), "{}", refused.text());
        for text in ["Enter a valid email address", "at least seven digits", "Tick the box"] {
            assert!(refused.text().contains(text), "{text}: {}", refused.text());
        }
        let json = world.call(Method::POST, &form).json(&json!({"name": "Zoe", "consent": false})).send().await;
        json.problem(422, "invalid-request", &["/email", "/consent"]);
        let text = world.call(Method::POST, &form).raw("text/plain", "{").send().await;
        text.problem(400, "malformed-json", &[]);
        let many: String = (0..50).map(|no| format!("f{no}=x&")).collect();
        let many = send(&world, &form, &format!("{many}phone=9185550123&consent=on")).await;
        assert_eq!(many.status, StatusCode::UNPROCESSABLE_ENTITY);
        let large = send(&world, &form, &format!("message={}", "x".repeat(40_000))).await;
        assert_eq!(large.status, StatusCode::PAYLOAD_TOO_LARGE, "{}", large.text());
        let list = get(&world, &ada, "/api/received-leads").await;
        assert_eq!(list["leads"], json!([]));
        world.call(Method::POST, "/f/nothing").json(&json!({})).send().await.problem(404, "not-found", &[]);
    })
    .await;
}

#[tokio::test]
async fn programs_repeats_and_floods_reach_no_buyer() {
    on_each(async |world| {
        let (ada, website) = start(&world).await;
        buyer(&world, &ada).await;
        let form = path(&form(&world, &ada, &website).await);
        let spam = send(&world, &form, "name=Bot&company_url=http%3A%2F%2Fx&email=bot@example.com").await;
        assert_eq!(spam.status, StatusCode::OK, "it is answered like a person");
        for phone in ["918-555-0123", "(918) 5550123"] {
            let body = json!({"phone": phone, "consent": true});
            world.call(Method::POST, &form).json(&body).send().await.success(StatusCode::OK);
        }
        let list = get(&world, &ada, "/api/received-leads").await;
        let statuses: Vec<_> =
            list["leads"].as_array().expect("leads").iter().map(|lead| lead["status"].as_str().expect("it")).collect();
        assert_eq!(statuses, ["duplicate", "sent", "spam"]);
        let mut refused = 0;
        for no in 0..40 {
            let sent = send(&world, &form, &format!("phone=918555{no:04}&consent=on")).await;
            if sent.status == StatusCode::TOO_MANY_REQUESTS {
                assert!(sent.text().contains("<h1>The form was not sent</h1>"), "{}", sent.text());
                assert!(!sent.header("retry-after").is_empty());
                refused += 1;
            }
        }
        assert!(refused >= 20, "{refused} of 40 from one address");
        let other = world.call(Method::POST, &form).by_peer("198.51.100.7");
        let other = other.json(&json!({"phone": "9185559999", "consent": true})).send().await;
        assert_eq!(other.status, StatusCode::OK, "{}", other.text());
    })
    .await;
}

#[tokio::test]
async fn spam_and_mistakes_do_not_count_among_the_leads_of_a_form() {
    on_each(async |world| {
        let (ada, website) = start(&world).await;
        let source = form(&world, &ada, &website).await;
        let limit = Limit { name: "lead-source", times: 600, window: Duration::from_mins(1) };
        let now_ms = u64::try_from((world.state.limiter_clock)().timestamp_millis()).expect("a time");
        // As many leads as a source receives in a minute.
        for _ in 0..600 {
            world.state.limiter.count(limit, source["id"].as_str().expect("an id"), now_ms).await;
        }
        let mistaken = world.call(Method::POST, &path(&source)).json(&json!({"name": "Zoe"})).send().await;
        mistaken.problem(422, "invalid-request", &["/email", "/consent"]);
        let spam = send(&world, &path(&source), "company_url=x&phone=9185550123&consent=on").await;
        assert_eq!(spam.status, StatusCode::OK, "{}", spam.text());
    })
    .await;
}

#[tokio::test]
async fn lead_from_the_page_of_a_place_has_that_place() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        sites::operator(&world, &ada).await;
        let new = json!({"kind": "dominator", "vertical": "roofing", "places": [sites::PLACE, "4553433"]});
        let made = sites::post(&world, &ada, "/api/sites", new).await.success(StatusCode::CREATED);
        let site_id = sites::id(&made["site"]["id"]);
        let area = BuiltPage {
            path: "/areas/tulsa-ok/".to_owned(),
            kind: SitePageKind::Area,
            place: Some("Tulsa, OK".to_owned()),
            ..sites::home(&ada, site_id)
        };
        let end = SiteBuilt {
            site_id,
            name: None,
            pages: vec![sites::home(&ada, site_id), area],
            release: sites::release(&sites::FILES, false),
            sketches: Vec::new(),
            blocked_by: None,
        };
        let run = fleet::claim(&world.state, sites::id(&made["runId"])).await;
        fleet::finish(&world.state, run, Outcome::Succeeded(json!({})), vec![end.into()]).await;
        let tulsa = json!({"name": "Ann", "email": "ann@example.com", "priceCents": 4_500, "places": ["Tulsa, OK"]});
        world.post("/api/buyers", &tulsa).bearer(&ada.token).send().await.success(StatusCode::CREATED);
        let sources = get(&world, &ada, "/api/lead-sources").await;
        let form = path(&sources["sources"][0]);
        assert_eq!(sources["sources"][0]["place"], json!(null), "the site has two places");
        for (no, page, place) in [
            (0, "https://roofs.example/areas/tulsa-ok/", Some("Tulsa, OK")),
            (1, "https://roofs.example/folder/areas/tulsa-ok/index.html?from=ad#request", Some("Tulsa, OK")),
            (2, "https://roofs.example/", None),
            (3, "https://roofs.example/areas/", None),
            (4, "/areas/tulsa-ok", Some("Tulsa, OK")),
        ] {
            let body = json!({"phone": format!("918555000{no}"), "consent": true, "page": page});
            world.call(Method::POST, &form).json(&body).send().await.success(StatusCode::OK);
            let lead = get(&world, &ada, "/api/received-leads").await["leads"][0].clone();
            let status = if place.is_some() { "sent" } else { "qualified" };
            assert_eq!((&lead["place"], &lead["status"]), (&json!(place), &json!(status)), "{page}");
        }
    })
    .await;
}

fn sign(secret: &str, message: &str) -> String {
    use hmac::{Hmac, KeyInit, Mac};
    let mut block = [0; 64];
    block[..secret.len()].copy_from_slice(secret.as_bytes());
    let mut mac = Hmac::<sha1::Sha1>::new(&block.into());
    mac.update(message.as_bytes());
    BASE64_STANDARD.encode(mac.finalize().into_bytes())
}

#[tokio::test]
async fn calls_need_a_valid_signature_and_count_once() {
    on_each(async |world| {
        let (ada, website) = start(&world).await;
        let secret = "signing-key-of-the-provider";
        let new = json!({"websiteId": website, "kind": "callrail", "name": "Calls", "secret": secret});
        let callrail = source(&world, &ada, new).await;
        assert_eq!((&callrail["hasSecret"], callrail.get("secret")), (&json!(true), None));
        let body = json!({"resource_id": "CAL1", "customer_phone_number": "+19185550123", "duration": "95",
            "customer_name": "Zoe", "landing_page_url": "https://example.com/roof"})
        .to_string();
        let call = async |signature: &str, body: &str| {
            let call = world.call(Method::POST, &path(&callrail)).header("signature", signature);
            call.raw("application/json", body.to_owned()).send().await
        };
        call(&sign("another-key", &body), &body).await.problem(403, "forbidden", &[]);
        call("", &body).await.problem(403, "forbidden", &[]);
        for _ in 0..2 {
            assert_eq!(call(&sign(secret, &body), &body).await.status, StatusCode::NO_CONTENT);
        }
        let new = json!({"websiteId": website, "kind": "twilio", "name": "Calls", "secret": secret});
        let twilio = source(&world, &ada, new).await;
        let address = twilio["address"].as_str().expect("an address");
        let signature = sign(secret, &format!("{address}CallDuration20CallSidCA1CallStatuscompletedFrom+19185550124"));
        let body = "CallSid=CA1&CallStatus=completed&From=%2B19185550124&CallDuration=20";
        for _ in 0..2 {
            let call = world.call(Method::POST, &path(&twilio)).header("x-twilio-signature", &signature);
            let sent = call.raw("application/x-www-form-urlencoded", body).send().await;
            assert_eq!(sent.status, StatusCode::NO_CONTENT, "{}", sent.text());
        }
        let list = get(&world, &ada, "/api/received-leads").await;
        let leads: Vec<_> = list["leads"]
            .as_array()
            .expect("leads")
            .iter()
            .map(|lead| {
                (
                    lead["kind"].as_str().expect("a kind"),
                    lead["status"].as_str().expect("a status"),
                    lead["callSeconds"].as_i64(),
                )
            })
            .collect();
        assert_eq!(leads, [("twilio", "new", Some(20)), ("callrail", "qualified", Some(95))]);
        let new = json!({"websiteId": website, "kind": "twilio", "name": "Calls"});
        let refused = world.post("/api/lead-sources", &new).bearer(&ada.token).send().await;
        refused.problem(422, "invalid-request", &["/secret"]);
    })
    .await;
}

#[tokio::test]
async fn invalid_buyers_and_sources_are_named_by_field() {
    on_each(async |world| {
        let (ada, website) = start(&world).await;
        let wrong = json!({"name": " ", "priceCents": 0, "currency": "usd", "dailyCap": 0, "monthlyCap": -1,
            "opensMinute": 1440, "closesMinute": 0, "weekdays": [0], "timeZone": "Moon", "priority": 0,
            "verticals": [""], "places": ["x".repeat(101)]});
        let refused = world.post("/api/buyers", &wrong).bearer(&ada.token).send().await;
        refused.problem(
            422,
            "invalid-request",
            &[
                "/name",
                "/priceCents",
                "/currency",
                "/verticals",
                "/places",
                "/dailyCap",
                "/monthlyCap",
                "/priority",
                "/opensMinute",
                "/closesMinute",
                "/weekdays",
                "/timeZone",
                "/email",
            ],
        );
        let trade =
            |verticals: Value| json!({"name": "A", "email": "a@example.com", "priceCents": 1, "verticals": verticals});
        let refused = world.post("/api/buyers", &trade(json!(["heating and cooling"]))).bearer(&ada.token).send().await;
        refused.problem(422, "invalid-request", &["/verticals"]);
        let named = trade(json!(["Heating and air conditioning repair", "plumbing"]));
        let made = world.post("/api/buyers", &named).bearer(&ada.token).send().await.success(StatusCode::CREATED);
        assert_eq!(made["buyer"]["verticals"], json!(["hvac", "plumbing"]));
        let half = json!({"name": "A", "email": "a@example.com", "priceCents": 1, "opensMinute": 480});
        let refused = world.post("/api/buyers", &half).bearer(&ada.token).send().await;
        refused.problem(422, "invalid-request", &["/closesMinute"]);
        let foreign = json!({"websiteId": website, "kind": "form", "name": "Quote", "consentText": CONSENT,
            "thanksUrl": "https://evil.example/"});
        let refused = world.post("/api/lead-sources", &foreign).bearer(&ada.token).send().await;
        refused.problem(422, "invalid-request", &["/thanksUrl"]);
        let empty = json!({"websiteId": website, "kind": "form", "name": "", "minSeconds": -1});
        let refused = world.post("/api/lead-sources", &empty).bearer(&ada.token).send().await;
        refused.problem(422, "invalid-request", &["/name", "/consentText", "/minSeconds"]);
    })
    .await;
}

#[tokio::test]
async fn thank_you_page_and_switch_of_a_form_take_effect() {
    on_each(async |world| {
        let (ada, website) = start(&world).await;
        let form = form(&world, &ada, &website).await;
        let one = format!("/api/lead-sources/{}", form["id"].as_str().expect("an id"));
        let change = json!({"thanksUrl": "https://www.example.com/thanks"});
        world.patch(&one, &change).bearer(&ada.token).send().await.success(StatusCode::OK);
        let sent = send(&world, &path(&form), "phone=9185550123&consent=on").await;
        assert_eq!(sent.status, StatusCode::SEE_OTHER);
        assert_eq!(sent.header("location"), "https://www.example.com/thanks");
        world.patch(&one, &json!({"isEnabled": false})).bearer(&ada.token).send().await.success(StatusCode::OK);
        sites::operator(&world, &ada).await;
        let closed = send(&world, &path(&form), "phone=9185550124&consent=on").await;
        assert_eq!(closed.status, StatusCode::NOT_FOUND, "{}", closed.text());
        assert!(closed.header("content-type").starts_with("text/html"), "visitors get a page");
        assert!(closed.text().contains("This form is closed.") && closed.text().contains("hello@lovelace.example"));
        let json = json!({"phone": "9185550124", "consent": true});
        world.call(Method::POST, &path(&form)).json(&json).send().await.problem(404, "not-found", &[]);
        world.call(Method::DELETE, &one).bearer(&ada.token).send().await.success(StatusCode::OK);
        let list = get(&world, &ada, "/api/received-leads").await;
        assert_eq!((list["leads"].as_array().map(Vec::len), &list["leads"][0]["sourceId"]), (Some(1), &json!(null)));
    })
    .await;
}

#[tokio::test]
async fn rejected_lead_goes_on_to_the_next_buyer_and_a_person_is_erased() {
    on_each(async |world| {
        let (ada, website) = start(&world).await;
        buyer(&world, &ada).await;
        let lead = received(&world, &ada, &website).await;
        let second = json!({"name": "Ben", "email": "ben@example.com", "priceCents": 1_000, "priority": 2});
        world.post("/api/buyers", &second).bearer(&ada.token).send().await.success(StatusCode::CREATED);
        let rejected = moved(&world, &ada, &lead, json!({"move": "reject"})).await.success(StatusCode::OK);
        assert_eq!((&rejected["nextBuyer"], &rejected["moves"]), (&json!("Ben"), &json!(["qualify"])));
        let sent = moved(&world, &ada, &lead, json!({"move": "qualify"})).await.success(StatusCode::OK);
        assert_eq!((&sent["lead"]["status"], &sent["lead"]["buyerName"]), (&json!("sent"), &json!("Ben")));
        let erase = format!("/api/received-leads/{lead}/erase");
        let erased = world.post(&erase, &json!({})).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(erased["erased"], json!(1));
        let found = get(&world, &ada, &format!("/api/received-leads/{lead}")).await;
        assert_eq!((&found["lead"]["phone"], &found["lead"]["name"]), (&Value::Null, &json!("")));
        assert!(found["lead"]["erasedAt"].is_string(), "{found}");
        assert_eq!(
            found["history"].as_array().and_then(|all| all.last()).map(|one| &one["note"]),
            Some(&json!("Personal data erased."))
        );
    })
    .await;
}

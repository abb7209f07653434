//! Sources of leads: their verticals, and what their forms take.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::{
    leads::{self, start},
    world::on_each,
};

#[tokio::test]
async fn vertical_of_a_source_is_a_known_one_by_slug_or_name() {
    on_each(async |world| {
        let (ada, website) = start(&world).await;
        let new = |vertical: Value| {
            json!({"websiteId": website, "kind": "form", "name": "Quote",
            "consentText": "I agree.", "vertical": vertical})
        };
        let post = async |vertical| world.post("/api/lead-sources", &new(vertical)).bearer(&ada.token).send().await;
        for known in ["plumbing", " Plumbing "] {
            let made = post(json!(known)).await.success(StatusCode::CREATED);
            assert_eq!(made["source"]["vertical"], json!("plumbing"), "{known}");
        }
        assert_eq!(post(json!(null)).await.success(StatusCode::CREATED)["source"]["vertical"], json!(null));
        post(json!("plumming")).await.problem(422, "invalid-request", &["/vertical"]);
        post(json!("x".repeat(101))).await.problem(422, "invalid-request", &["/vertical"]);
        let form = leads::form(&world, &ada, &website).await;
        let one = format!("/api/lead-sources/{}", form["id"].as_str().expect("an id"));
        let patch = async |vertical| world.patch(&one, &json!({"vertical": vertical})).bearer(&ada.token).send().await;
        patch("nothing known").await.problem(422, "invalid-request", &["/vertical"]);
        let hvac = patch("hvac").await.success(StatusCode::OK);
        assert_eq!(hvac["source"]["vertical"], json!("hvac"));
        assert_eq!(patch("").await.success(StatusCode::OK)["source"]["vertical"], json!(null));
    })
    .await;
}

#[tokio::test]
async fn form_refuses_what_no_mail_server_takes_and_no_name_reads_backwards() {
    on_each(async |world| {
        let (ada, website) = start(&world).await;
        let form = leads::form(&world, &ada, &website).await;
        let path =
            url::Url::parse(form["address"].as_str().expect("an address")).expect("an address").path().to_owned();
        let send = async |body: Value| world.call(Method::POST, &path).json(&body).send().await;
        let long = format!("zoe@{}.com", "b".repeat(64));
        send(json!({"email": long, "consent": true})).await.problem(422, "invalid-request", &["/email"]);
        let parts = "--x\r\nContent-Disposition: form-data; name=\"phone\"\r\n\r\n9185550123\r\n--x--";
        let call = world.call(Method::POST, &path).header("accept", "text/html,*/*");
        let refused = call.raw("multipart/form-data; boundary=x", parts.to_owned()).send().await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{}", refused.text());
        assert!(refused.header("content-type").starts_with("text/html"), "a visitor reads no JSON");
        let turned = json!({"name": "Zoe \u{202e}gpj.exe\u{2069}", "phone": "9185550123", "consent": true});
        send(turned).await.success(StatusCode::OK);
        let list = leads::get(&world, &ada, "/api/received-leads").await;
        assert_eq!(list["leads"][0]["name"], json!("Zoe gpj.exe"));
    })
    .await;
}

#[tokio::test]
async fn form_refuses_phone_numbers_longer_than_any_with_a_text_for_the_visitor() {
    on_each(async |world| {
        let (ada, website) = start(&world).await;
        let form = leads::form(&world, &ada, &website).await;
        let path =
            url::Url::parse(form["address"].as_str().expect("an address")).expect("an address").path().to_owned();
        let send = async |phone: String| {
            world.call(Method::POST, &path).json(&json!({"phone": phone, "consent": true})).send().await
        };
        let refused = send("9".repeat(40)).await.problem(422, "invalid-request", &["/phone"]);
        let detail = refused["errors"][0]["detail"].as_str().expect("a text");
        assert!(detail.starts_with("Enter a phone number with at most 15 digits."), "{detail}");
        send("+44 20 7946 0958 ext. 12".to_owned()).await.success(StatusCode::OK);
    })
    .await;
}

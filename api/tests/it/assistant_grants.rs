//! Assistants that a user connects with OAuth.

use axum::http::{Method, StatusCode};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use url::{Url, form_urlencoded};

use crate::world::{Account, Reply, World, on_each};

const BASE: &str = "http://127.0.0.1:3000";
const BACK: &str = "http://127.0.0.1:7777/callback";
const VERIFIER: &str = "a-verifier-of-the-assistant-with-at-least-43-characters";

fn challenge() -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(VERIFIER.as_bytes()))
}

async fn registered(world: &World) -> String {
    let body = json!({"client_name": "Helper", "redirect_uris": [BACK], "grant_types": ["authorization_code"]});
    let reply = world.post("/oauth/register", &body).send().await;
    assert_eq!(reply.status, StatusCode::CREATED, "{}", reply.text());
    reply.json()["client_id"].as_str().expect("an id").to_owned()
}

fn request(client: &str) -> Value {
    json!({
        "clientId": client, "redirectUri": BACK, "responseType": "code", "codeChallenge": challenge(),
        "codeChallengeMethod": "S256", "scope": "read write", "state": "a b&c", "resource": format!("{BASE}/mcp"),
    })
}

async fn allow(world: &World, by: &Account, request: &Value, scopes: &[&str]) -> Reply {
    let body = json!({"request": request, "scopes": scopes});
    world.post("/api/assistants", &body).bearer(&by.token).send().await
}

/// Returns the parameters of the URL to which the browser goes.
fn parameters(url: &str) -> Vec<(String, String)> {
    Url::parse(url).expect("a URL").query_pairs().into_owned().collect()
}

fn parameter(url: &str, name: &str) -> String {
    parameters(url).into_iter().find(|(known, _)| known == name).expect(name).1
}

async fn code(world: &World, by: &Account, client: &str, scopes: &[&str]) -> String {
    let body = allow(world, by, &request(client), scopes).await.success(StatusCode::CREATED);
    parameter(body["redirectUrl"].as_str().expect("a URL"), "code")
}

async fn form(world: &World, path: &str, pairs: &[(&str, &str)]) -> Reply {
    let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
    world.call(Method::POST, path).raw("application/x-www-form-urlencoded", body).send().await
}

async fn exchange(world: &World, client: &str, code: &str) -> Reply {
    let pairs = [
        ("grant_type", "authorization_code"),
        ("client_id", client),
        ("code", code),
        ("code_verifier", VERIFIER),
        ("redirect_uri", BACK),
    ];
    form(world, "/oauth/token", &pairs).await
}

async fn refresh(world: &World, client: &str, token: &str) -> Reply {
    let pairs = [("grant_type", "refresh_token"), ("client_id", client), ("refresh_token", token)];
    form(world, "/oauth/token", &pairs).await
}

/// Access and refresh token of an answer.
fn tokens(reply: &Reply) -> (String, String) {
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text());
    let text = |name: &str| reply.json()[name].as_str().expect(name).to_owned();
    (text("access_token"), text("refresh_token"))
}

fn refused(reply: &Reply, error: &str) {
    assert_eq!(
        (reply.status, reply.json()["error"].as_str()),
        (StatusCode::BAD_REQUEST, Some(error)),
        "{}",
        reply.text()
    );
}

/// Calls a tool of the assistant.
async fn tool(world: &World, token: &str, name: &str, arguments: Value) -> Reply {
    let call = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments},
    });
    let call = world.post("/mcp", &call).bearer(token).header("accept", "application/json, text/event-stream");
    call.header("mcp-protocol-version", "2025-06-18").send().await
}

/// An id of a connected assistant, for tests of other users.
pub(crate) async fn connected(world: &World, by: &Account) -> String {
    let client = registered(world).await;
    let code = code(world, by, &client, &["read"]).await;
    tokens(&exchange(world, &client, &code).await);
    let list = world.get("/api/assistants").bearer(&by.token).send().await.success(StatusCode::OK);
    list["assistants"][0]["id"].as_str().expect("an id").to_owned()
}

#[tokio::test]
async fn assistant_without_a_token_learns_how_to_get_one() {
    on_each(async |world| {
        let reply = world.post("/mcp", &json!({})).send().await;
        assert_eq!(reply.status, StatusCode::UNAUTHORIZED);
        let place = format!("{BASE}/.well-known/oauth-protected-resource/mcp");
        assert!(reply.header("www-authenticate").contains(&place), "{}", reply.header("www-authenticate"));
        let resource = world.get("/.well-known/oauth-protected-resource/mcp").send().await.json();
        assert_eq!(
            (&resource["resource"], &resource["authorization_servers"]),
            (&json!(format!("{BASE}/mcp")), &json!([BASE]))
        );
        let server = world.get("/.well-known/oauth-authorization-server").send().await.json();
        assert_eq!(server["issuer"], BASE);
        assert_eq!(server["code_challenge_methods_supported"], json!(["S256"]));
        for name in ["authorization_endpoint", "token_endpoint", "registration_endpoint", "revocation_endpoint"] {
            assert!(server[name].as_str().is_some_and(|url| url.starts_with(BASE)), "{name}");
        }
    })
    .await;
}

#[tokio::test]
async fn connected_assistant_works_within_its_scopes_until_it_is_disconnected() {
    on_each(async |world| {
        let owner = world.register("ada@example.com").await;
        let client = registered(&world).await;
        let query = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(
                request(&client).as_object().expect("a map").iter().map(|(k, v)| (k, v.as_str().expect("text"))),
            )
            .finish();
        let asked = world.get(&format!("/api/assistants/request?{query}")).bearer(&owner.token).send().await;
        let asked = asked.success(StatusCode::OK);
        assert_eq!((&asked["name"], &asked["scopes"]), (&json!("Helper"), &json!(["read", "write"])));
        let denied = asked["deniedUrl"].as_str().expect("a URL");
        assert_eq!(
            (parameter(denied, "error").as_str(), parameter(denied, "state").as_str()),
            ("access_denied", "a b&c")
        );

        let body = allow(&world, &owner, &request(&client), &["read"]).await.success(StatusCode::CREATED);
        let back = body["redirectUrl"].as_str().expect("a URL");
        assert!(back.starts_with(BACK), "{back}");
        assert_eq!((parameter(back, "state").as_str(), parameter(back, "iss").as_str()), ("a b&c", BASE));
        let answer = exchange(&world, &client, &parameter(back, "code")).await;
        assert_eq!((&answer.json()["scope"], answer.header("cache-control")), (&json!("read"), "no-store"));
        let (access, _) = tokens(&answer);

        let listed = tool(&world, &access, "list_websites", json!({})).await;
        assert_eq!(listed.json()["result"]["isError"], json!(false), "{}", listed.text());
        let body = json!({"body": {"url": "https://example.com/"}});
        let made = tool(&world, &access, "add_website", body).await;
        assert!(made.text().contains("did not allow"), "{}", made.text());
        // The tokens are for the tools only.
        world.get("/api/websites").bearer(&access).send().await.problem(401, "not-authenticated", &[]);

        let list = world.get("/api/assistants").bearer(&owner.token).send().await;
        assert!(!list.text().contains(&access));
        let one = list.success(StatusCode::OK)["assistants"][0].clone();
        assert_eq!(
            (&one["name"], &one["host"], &one["scopes"]),
            (&json!("Helper"), &json!("127.0.0.1"), &json!(["read"]))
        );
        assert!(one["lastUsedAt"].is_string());
        let path = format!("/api/assistants/{}", one["id"].as_str().expect("an id"));
        world.call(Method::DELETE, &path).bearer(&owner.token).send().await.success(StatusCode::OK);
        assert_eq!(tool(&world, &access, "list_websites", json!({})).await.status, StatusCode::UNAUTHORIZED);
    })
    .await;
}

#[tokio::test]
async fn code_works_once_for_the_client_that_holds_the_verifier() {
    on_each(async |world| {
        let owner = world.register("ada@example.com").await;
        let client = registered(&world).await;
        let other =
            world.post("/oauth/register", &json!({"client_name": "Thief", "redirect_uris": [BACK]})).send().await;
        let other = other.json()["client_id"].as_str().expect("an id").to_owned();
        let first = code(&world, &owner, &client, &["read"]).await;
        refused(&exchange(&world, &other, &first).await, "invalid_grant");
        refused(&exchange(&world, "nobody", &first).await, "invalid_client");
        let mut pairs =
            vec![("grant_type", "authorization_code"), ("client_id", client.as_str()), ("code", first.as_str())];
        refused(&form(&world, "/oauth/token", &pairs).await, "invalid_request");
        pairs.push(("code_verifier", "another"));
        refused(&form(&world, "/oauth/token", &pairs).await, "invalid_grant");
        refused(
            &form(&world, "/oauth/token", &[("client_id", &client), ("grant_type", "password")]).await,
            "unsupported_grant_type",
        );
        let (access, token) = tokens(&exchange(&world, &client, &first).await);
        // A second use means that the code was stolen, so everything ends.
        refused(&exchange(&world, &client, &first).await, "invalid_grant");
        assert_eq!(tool(&world, &access, "list_websites", json!({})).await.status, StatusCode::UNAUTHORIZED);
        refused(&refresh(&world, &client, &token).await, "invalid_grant");
    })
    .await;
}

#[tokio::test]
async fn refresh_token_renews_the_tokens_and_may_be_repeated_at_once() {
    on_each(async |world| {
        let owner = world.register("ada@example.com").await;
        let client = registered(&world).await;
        let code = code(&world, &owner, &client, &["read", "write"]).await;
        let (old, first) = tokens(&exchange(&world, &client, &code).await);
        let renewed = tokens(&refresh(&world, &client, &first).await);
        assert_eq!(tokens(&refresh(&world, &client, &first).await), renewed);
        assert_eq!(tool(&world, &old, "list_websites", json!({})).await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(tool(&world, &renewed.0, "list_websites", json!({})).await.status, StatusCode::OK);
        let again = tokens(&refresh(&world, &client, &renewed.1).await);
        // The token before the last is no longer known.
        refused(&refresh(&world, &client, &first).await, "invalid_grant");
        let ended = form(&world, "/oauth/revoke", &[("token", &again.1)]).await;
        assert_eq!(ended.status, StatusCode::OK);
        refused(&refresh(&world, &client, &again.1).await, "invalid_grant");
        assert_eq!(form(&world, "/oauth/revoke", &[("token", "unknown")]).await.status, StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn what_asks_wrongly_is_named_and_gets_no_code() {
    on_each(async |world| {
        let owner = world.register("ada@example.com").await;
        let client = registered(&world).await;
        let with = |name: &str, value: &str| {
            let mut asked = request(&client);
            asked[name] = json!(value);
            asked
        };
        allow(&world, &owner, &with("clientId", "x.y"), &["read"]).await.problem(
            422,
            "invalid-request",
            &["/clientId"],
        );
        let elsewhere = with("redirectUri", "https://thief.example/");
        allow(&world, &owner, &elsewhere, &["read"]).await.problem(422, "invalid-request", &["/redirectUri"]);
        for (name, value) in [
            ("responseType", "token"),
            ("codeChallengeMethod", "plain"),
            ("codeChallenge", "short"),
            ("scope", "admin"),
            ("resource", "https://other.example/mcp"),
        ] {
            allow(&world, &owner, &with(name, value), &["read"]).await.problem(422, "invalid-request", &["/request"]);
        }
        allow(&world, &owner, &with("scope", "read"), &["write"]).await.problem(422, "invalid-request", &["/scopes"]);
        allow(&world, &owner, &request(&client), &["admin"]).await.problem(422, "invalid-request", &["/scopes"]);
        allow(&world, &owner, &request(&client), &[]).await.problem(422, "invalid-request", &["/scopes"]);
        for uris in [json!([]), json!(["http://far.example/cb"]), json!(["javascript:alert(1)"]), json!("x")] {
            let reply = world.post("/oauth/register", &json!({"redirect_uris": uris})).send().await;
            refused(&reply, "invalid_client_metadata");
        }
    })
    .await;
}

#[tokio::test]
async fn only_a_person_connects_an_assistant() {
    on_each(async |world| {
        let owner = world.register("ada@example.com").await;
        let client = registered(&world).await;
        let (key, _) = crate::api_keys::make(&world, &owner, &["write"]).await;
        let body = json!({"request": request(&client), "scopes": ["write"]});
        world.post("/api/assistants", &body).bearer(&key).send().await.problem(403, "forbidden", &[]);
        world.post("/api/assistants", &body).send().await.problem(401, "not-authenticated", &[]);
        // Another website cannot send the user's cookie.
        let foreign =
            world.post("/api/assistants", &body).cookie(&owner.cookie).header("origin", "https://thief.example");
        foreign.send().await.problem(403, "foreign-origin", &[]);
    })
    .await;
}

#[tokio::test]
async fn pages_of_other_websites_may_call_what_assistants_need_and_nothing_else() {
    on_each(async |world| {
        let from = |path: &'static str| {
            let call = world.call(Method::OPTIONS, path).header("origin", "https://assistant.example");
            call.header("access-control-request-method", "POST").send()
        };
        for path in ["/oauth/token", "/oauth/register", "/mcp", "/.well-known/oauth-authorization-server"] {
            let reply = from(path).await;
            assert_eq!(reply.header("access-control-allow-origin"), "https://assistant.example", "{path}");
            assert_eq!(reply.header("access-control-allow-credentials"), "", "{path}");
        }
        for path in ["/api/assistants", "/api/websites", "/oauth/authorize"] {
            assert_eq!(from(path).await.header("access-control-allow-origin"), "", "{path}");
        }
    })
    .await;
}

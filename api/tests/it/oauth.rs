//! Sign-in with an identity provider: a server on loopback with configurable errors.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use axum::{
    Form, Json, Router,
    extract::State,
    http::StatusCode,
    routing::{get, post},
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, EncodingKey, Header, jwk::Jwk};
use net::addresses::AddressGuard;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use shared::config::{ApiSettings, IssuerSettings, OutsideSettings, Secret};
use url::Url;

use crate::{
    api_keys, mails,
    world::{Account, PASSWORD, Reply, World, on_each_with, settings},
};

/// Key for these tests only.
const KEY: &str = "-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgkplrBkCXkwb99zN9
knxoi0tE8AA0NjaHdHU4UCCvAg2hRANCAARSg9xOBcdaSiaobbCd8S62+DU9rPuq
vO6Tp4rrO8Lc3YkOLb3jVW5bZuHTz3C8oW/J9PUaqguluZkefaM8qAHk
-----END PRIVATE KEY-----";

/// State of the provider.
#[derive(Clone)]
struct Provider {
    url: String,
    /// Issued codes, each with the parameters of its request.
    codes: Arc<Mutex<HashMap<String, HashMap<String, String>>>>,
    /// Claims that replace or extend those of its tokens.
    claims: Arc<Mutex<Value>>,
    /// Response of its token endpoint instead of a token.
    nonsense: Arc<Mutex<Option<(StatusCode, String)>>>,
}

impl Provider {
    async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let claims = json!({
            "sub": "ada-1", "email": "Ada@example.com", "email_verified": true, "given_name": "Ada", "family_name": "King",
        });
        let (codes, nonsense) = (Arc::default(), Arc::default());
        let provider = Self { url, codes, claims: Arc::new(Mutex::new(claims)), nonsense };
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(discovery))
            .route("/keys", get(keys))
            .route("/token", post(token))
            .with_state(provider.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        provider
    }

    fn settings(&self) -> ApiSettings {
        let client_secret = Some(Secret::new("a secret".to_owned()));
        let issuer = IssuerSettings { url: self.url.clone(), client_id: "lode".to_owned(), client_secret };
        let guard = AddressGuard::allowing(vec!["127.0.0.0/8".parse().expect("a range")]);
        let outside = OutsideSettings { guard, ..OutsideSettings::default() };
        ApiSettings { issuer: Some(issuer), outside, ..settings() }
    }

    fn claim(&self, name: &str, value: Value) {
        self.claims.lock().expect("a lock")[name] = value;
    }

    /// Simulates the browser at the provider: the user consents and receives a code.
    fn agree(&self, at: &Url) -> (String, String) {
        assert!(at.as_str().starts_with(&format!("{}/authorize?", self.url)), "{at}");
        let asked: HashMap<String, String> = at.query_pairs().into_owned().collect();
        assert_eq!((asked["response_type"].as_str(), asked["client_id"].as_str()), ("code", "lode"));
        assert_eq!(
            (asked["code_challenge_method"].as_str(), asked["scope"].as_str()),
            ("S256", "openid email profile")
        );
        let code = shared::domain::new_id().to_string();
        let state = asked["state"].clone();
        self.codes.lock().expect("a lock").insert(code.clone(), asked);
        (code, state)
    }
}

async fn discovery(State(provider): State<Provider>) -> Json<Value> {
    let at = |path: &str| format!("{}{path}", provider.url);
    Json(json!({
        "issuer": provider.url, "authorization_endpoint": at("/authorize"), "token_endpoint": at("/token"),
        "jwks_uri": at("/keys"), "token_endpoint_auth_methods_supported": ["client_secret_post"],
    }))
}

async fn keys() -> Json<Value> {
    let key = EncodingKey::from_ec_pem(KEY.as_bytes()).expect("a key");
    let mut jwk = Jwk::from_encoding_key(&key, Algorithm::ES256).expect("a public key");
    jwk.common.key_id = Some("one".to_owned());
    Json(json!({"keys": [jwk]}))
}

/// Accepts a code once, with the secret and the verifier.
async fn token(State(provider): State<Provider>, Form(form): Form<HashMap<String, String>>) -> (StatusCode, String) {
    if let Some(nonsense) = provider.nonsense.lock().expect("a lock").clone() {
        return nonsense;
    }
    let asked = provider.codes.lock().expect("a lock").remove(&form["code"]);
    let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(form["code_verifier"].as_bytes()));
    let Some(asked) = asked.filter(|asked| {
        asked["code_challenge"] == challenge
            && asked["redirect_uri"] == form["redirect_uri"]
            && form["client_secret"] == "a secret"
    }) else {
        return (StatusCode::BAD_REQUEST, json!({"error": "invalid_grant"}).to_string());
    };
    let now = shared::domain::now().timestamp();
    let mut claims = json!({
        "iss": provider.url, "aud": "lode", "iat": now, "exp": now + 300, "nonce": asked["nonce"],
    });
    for (name, value) in provider.claims.lock().expect("a lock").as_object().expect("claims") {
        claims[name] = value.clone();
    }
    let header = Header { kid: Some("one".to_owned()), ..Header::new(Algorithm::ES256) };
    let key = EncodingKey::from_ec_pem(KEY.as_bytes()).expect("a key");
    let id_token = jsonwebtoken::encode(&header, &claims, &key).expect("a token");
    (StatusCode::OK, json!({"id_token": id_token, "access_token": "x", "token_type": "Bearer"}).to_string())
}

/// Starts the sign-in: returns the redirect to the provider and the cookie.
async fn leave(world: &World) -> (Url, String) {
    let reply = world.get("/api/login").send().await;
    assert_eq!(reply.status, StatusCode::SEE_OTHER, "{}", reply.text());
    let cookie = reply.header("set-cookie");
    assert!(cookie.contains("HttpOnly") && cookie.contains("Path=/api/auth/oauth"), "{cookie}");
    (Url::parse(reply.header("location")).expect("an address"), reply.cookie())
}

/// Handles the callback: returns the name and value of the app page's query parameter.
async fn come_back(world: &World, code: &str, state: &str, cookie: &str) -> (String, String) {
    let path = format!("/api/auth/oauth/callback?code={code}&state={state}");
    let reply = world.get(&path).cookie(cookie).send().await;
    assert_eq!(reply.status, StatusCode::SEE_OTHER, "{}", reply.text());
    let location = format!("http://x{}", reply.header("location"));
    let location = Url::parse(&location).expect("an address");
    assert_eq!(location.path(), "/oauth/callback");
    let (name, value) = location.query_pairs().next().expect("a word");
    (name.into_owned(), value.into_owned())
}

async fn exchange(world: &World, code: &str, cookie: &str) -> Reply {
    world.post("/api/auth/oauth/exchange", &json!({"code": code})).cookie(cookie).send().await
}

/// Runs the complete sign-in.
async fn sign_in(world: &World, provider: &Provider) -> Reply {
    let (at, cookie) = leave(world).await;
    let (code, state) = provider.agree(&at);
    let (name, value) = come_back(world, &code, &state, &cookie).await;
    assert_eq!(name, "code", "{value}");
    exchange(world, &value, &cookie).await
}

/// Runs the sign-in up to the app's page, which must show an error.
async fn refused(world: &World, provider: &Provider) -> String {
    let (at, cookie) = leave(world).await;
    let (code, state) = provider.agree(&at);
    let (name, value) = come_back(world, &code, &state, &cookie).await;
    assert_eq!(name, "error", "{value}");
    value
}

#[tokio::test]
async fn provider_sign_in_creates_one_account() {
    let provider = Provider::start().await;
    on_each_with(provider.settings(), async |world| {
        assert_eq!(world.get("/config.json").send().await.json()["googleSignIn"], json!(true));
        let first = Account::from(&sign_in(&world, &provider).await);
        assert_eq!((first.email.as_str(), &first.body["user"]["name"]), ("ada@example.com", &json!("Ada King")));
        assert_eq!(first.body["user"]["emailVerified"], json!(true));
        assert!(first.cookie.starts_with("motherlode_session="));
        provider.claim("email", json!("other@example.com"));
        let again = Account::from(&sign_in(&world, &provider).await);
        assert_eq!(again.id, first.id, "the provider's name for the user counts, not the address");
        provider.claim("email", json!("Ada@example.com"));
        // The account has no password; a recent sign-in is sufficient to set one.
        world.login("ada@example.com", "").await.problem(401, "invalid-credentials", &[]);
        let body = json!({"newPassword": PASSWORD});
        let set = world.post("/api/auth/change-password", &body).bearer(&again.token).send().await;
        set.success(StatusCode::OK);
        world.login("ada@example.com", PASSWORD).await.success(StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn provider_sign_in_links_verified_and_takes_over_unverified_accounts() {
    let provider = Provider::start().await;
    on_each_with(provider.settings(), async |world| {
        let squatter = world.register("ada@example.com").await;
        let eve = world.register("eve@example.com").await;
        let (key, _) = api_keys::make(&world, &squatter, &["read"]).await;
        let members = format!("/api/workspaces/{}/members", squatter.workspace_id);
        let invites = format!("/api/workspaces/{}/invites", squatter.workspace_id);
        let invite = json!({"email": "eve@example.com", "role": "owner"});
        world.post(&invites, &invite).bearer(&squatter.token).send().await.success(StatusCode::CREATED);
        let token = mails::token(&world, "eve@example.com", "Invitation to a workspace").await;
        let accept = world.post("/api/invites/accept", &json!({"token": token})).bearer(&eve.token);
        accept.send().await.success(StatusCode::OK);
        let owner = Account::from(&sign_in(&world, &provider).await);
        assert_eq!(owner.id, squatter.id);
        world.login("ada@example.com", PASSWORD).await.problem(401, "invalid-credentials", &[]);
        let old = world.get("/api/auth/me").bearer(&squatter.token).send().await;
        old.problem(401, "not-authenticated", &[]);
        world.get("/api/auth/me").bearer(&key).send().await.problem(401, "not-authenticated", &[]);
        world.get(&members).bearer(&eve.token).send().await.problem(404, "not-found", &[]);

        let bob = world.register("bob@example.com").await;
        let mut tx = world.state.db.begin().await.expect("a transaction");
        let at = shared::domain::now();
        shared::store::user::verify_email(&mut tx, bob.id, "bob@example.com", at).await.expect("verified");
        tx.commit().await.expect("a commit");
        provider.claim("sub", json!("bob-1"));
        provider.claim("email", json!("bob@example.com"));
        assert_eq!(Account::from(&sign_in(&world, &provider).await).id, bob.id);
        world.login("bob@example.com", PASSWORD).await.success(StatusCode::OK);
        provider.claim("sub", json!("ada-1"));
        provider.claim("email", json!("Ada@example.com"));
    })
    .await;
}

#[tokio::test]
async fn mismatched_callback_is_rejected() {
    let provider = Provider::start().await;
    on_each_with(provider.settings(), async |world| {
        let (at, cookie) = leave(&world).await;
        let (code, state) = provider.agree(&at);
        let (_, other) = leave(&world).await;
        for (state, cookie) in [("nonsense", cookie.as_str()), (&state, ""), (&state, &other), ("", "")] {
            assert_eq!(come_back(&world, &code, state, cookie).await.0, "error", "{state} {cookie}");
        }
        let (name, one_time) = come_back(&world, &code, &state, &cookie).await;
        assert_eq!(name, "code");
        // The provider accepts a code once.
        assert_eq!(come_back(&world, &code, &state, &cookie).await.0, "error");
        // The app's code works only in the browser that started the sign-in, and only once.
        exchange(&world, &one_time, &other).await.problem(422, "invalid-request", &["/code"]);
        exchange(&world, &one_time, &cookie).await.success(StatusCode::OK);
        exchange(&world, &one_time, &cookie).await.problem(422, "invalid-request", &["/code"]);
        exchange(&world, "nonsense", &cookie).await.problem(422, "invalid-request", &["/code"]);
        let cancelled =
            world.get(&format!("/api/auth/oauth/callback?error=access_denied&state={state}")).cookie(&cookie);
        assert!(cancelled.send().await.header("location").starts_with("/oauth/callback?error="));
    })
    .await;
}

#[tokio::test]
async fn invalid_id_token_is_rejected() {
    let provider = Provider::start().await;
    on_each_with(provider.settings(), async |world| {
        let whole = provider.claims.lock().expect("a lock").clone();
        for (name, value) in [
            ("nonce", json!("another")),
            ("aud", json!("somebody else")),
            ("iss", json!("https://accounts.google.com")),
            ("exp", json!(shared::domain::now().timestamp() - 600)),
            ("email_verified", json!(false)),
            ("email", json!(null)),
        ] {
            provider.claim(name, value);
            refused(&world, &provider).await;
            *provider.claims.lock().expect("a lock") = whole.clone();
        }
        for nonsense in [
            (StatusCode::OK, "<html>".to_owned()),
            (StatusCode::OK, json!({"id_token": "a.b.c"}).to_string()),
            (StatusCode::INTERNAL_SERVER_ERROR, String::new()),
            (StatusCode::FOUND, String::new()),
            (StatusCode::OK, "x".repeat(2 << 20)),
        ] {
            *provider.nonsense.lock().expect("a lock") = Some(nonsense);
            refused(&world, &provider).await;
            *provider.nonsense.lock().expect("a lock") = None;
        }
        assert!(shared::store::user::none_yet(&world.state.db).await.expect("a count"));
    })
    .await;
}

#[tokio::test]
async fn private_or_missing_provider_shows_the_app_page() {
    let provider = Provider::start().await;
    let guarded = ApiSettings { outside: OutsideSettings::default(), ..provider.settings() };
    for settings in [guarded, settings()] {
        on_each_with(settings, async |world| {
            let reply = world.get("/api/login").send().await;
            assert_eq!(reply.status, StatusCode::SEE_OTHER);
            assert!(reply.header("location").starts_with("/oauth/callback?error="), "{}", reply.header("location"));
        })
        .await;
    }
}

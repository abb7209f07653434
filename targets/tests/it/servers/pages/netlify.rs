//! Answers like Netlify's API.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use sha1::{Digest as _, Sha1};

use super::{Call, Context, Deploy, Site, Stored, reply, visit_url};
use crate::servers::fake::Reply;

pub(super) fn answer(context: &Context, stored: &mut Stored, call: &Call<'_>, token: &str) -> Reply {
    if token != "Bearer good-token" {
        return reply(401, &json!({"code": 401, "message": "Access Denied"}));
    }
    let path: Vec<&str> = call.path.iter().map(String::as_str).collect();
    match (call.method, path.as_slice()) {
        ("GET", ["api", "v1", "sites"]) => list(context, stored, call),
        ("POST", ["api", "v1", "sites"]) => create(context, stored, call),
        ("GET", ["api", "v1", "sites", id]) => one_site(context, stored, id),
        ("DELETE", ["api", "v1", "sites", id]) => {
            stored.sites.retain(|site| site.id != *id);
            Reply::new(204, "")
        }
        ("GET", ["api", "v1", "sites", id, "deploys"]) => {
            let found = stored.deploys.iter().rev().filter(|deploy| deploy.site == *id);
            // The list does not contain what is required.
            let list = found.map(|deploy| view(context, deploy, &[])).collect::<Vec<_>>();
            reply(200, &json!(list))
        }
        ("POST", ["api", "v1", "sites", id, "deploys"]) => deploy(context, stored, call, id),
        ("POST", ["api", "v1", "sites", site, "deploys", id, "restore"]) => restore(context, stored, site, id),
        ("GET", ["api", "v1", "deploys", id]) => match stored.deploys.iter().find(|deploy| deploy.id == *id) {
            Some(found) => reply(200, &view(context, found, &required(stored, found))),
            None => missing(),
        },
        ("PUT", ["api", "v1", "deploys", id, "files", rest @ ..]) => upload(context, stored, call, id, &rest.join("/")),
        _ => missing(),
    }
}

fn missing() -> Reply {
    reply(404, &json!({"code": 404, "message": "Not Found"}))
}

fn site_view(context: &Context, stored: &Stored, site: &Site) -> Value {
    let live = site.live.as_ref().and_then(|id| stored.deploys.iter().find(|deploy| deploy.id == *id));
    json!({
        "id": site.id, "name": site.name, "url": visit_url(context, "site", &site.id),
        "ssl_url": visit_url(context, "site", &site.id), "admin_url": "x", "custom_domain": null,
        "published_deploy": live.map(|deploy| view(context, deploy, &[])),
    })
}

fn view(context: &Context, deploy: &Deploy, required: &[String]) -> Value {
    json!({
        "id": deploy.id, "site_id": deploy.site, "state": deploy.state, "required": required, "title": deploy.title,
        "deploy_ssl_url": visit_url(context, "deploy", &deploy.id),
        "error_message": (deploy.state == "error").then_some("Deploy did not succeed"), "published_at": null,
    })
}

fn list(context: &Context, stored: &Stored, call: &Call<'_>) -> Reply {
    // The name is a filter, not a match.
    let name = call.query.get("name").cloned().unwrap_or_default();
    let found = stored.sites.iter().filter(|site| site.name.contains(&name));
    reply(200, &json!(found.map(|site| site_view(context, stored, site)).collect::<Vec<_>>()))
}

fn create(context: &Context, stored: &mut Stored, call: &Call<'_>) -> Reply {
    let body: Value = serde_json::from_slice(call.body).unwrap();
    let name = body["name"].as_str().unwrap().to_owned();
    if name == "taken" || stored.sites.iter().any(|site| site.name == name) {
        return reply(422, &json!({"errors": {"subdomain": ["must be unique"]}}));
    }
    let id = format!("site-{}", stored.sites.len() + 1);
    let site = Site { id, name, live: None };
    stored.sites.push(site.clone());
    reply(201, &site_view(context, stored, &site))
}

fn one_site(context: &Context, stored: &Stored, id: &str) -> Reply {
    let found = stored.sites.iter().find(|site| site.id == id);
    found.map_or_else(missing, |site| reply(200, &site_view(context, stored, site)))
}

fn required(stored: &Stored, deploy: &Deploy) -> Vec<String> {
    let lacking = deploy.files.values().filter(|digest| !stored.blobs.contains_key(*digest));
    // Netlify names a digest twice if two paths have it.
    lacking.cloned().collect()
}

fn deploy(context: &Context, stored: &mut Stored, call: &Call<'_>, site: &str) -> Reply {
    let body: Value = serde_json::from_slice(call.body).unwrap();
    assert_eq!((&body["draft"], &body["async"]), (&json!(false), &json!(false)));
    let files: BTreeMap<String, String> = serde_json::from_value(body["files"].clone()).unwrap();
    let deploy = Deploy {
        id: format!("deploy-{}", stored.deploys.len() + 1),
        site: site.to_owned(),
        title: call.query.get("title").cloned().unwrap_or_default(),
        state: "uploading".to_owned(),
        files,
        parts: BTreeMap::new(),
    };
    let required = required(stored, &deploy);
    let id = deploy.id.clone();
    stored.deploys.push(deploy);
    settle(stored, &id);
    let deploy = stored.deploys.last().unwrap();
    reply(200, &view(context, deploy, &required))
}

fn upload(context: &Context, stored: &mut Stored, call: &Call<'_>, id: &str, path: &str) -> Reply {
    let digest = data_encoding::HEXLOWER.encode(&Sha1::digest(call.body));
    let Some(deploy) = stored.deploys.iter().find(|deploy| deploy.id == id).cloned() else { return missing() };
    if deploy.files.get(&format!("/{path}")) != Some(&digest) {
        return reply(422, &json!({"code": 422, "message": "digest mismatch"}));
    }
    assert!(stored.blobs.insert(digest, call.body.to_vec()).is_none(), "{path} is uploaded twice");
    settle(stored, id);
    reply(200, &view(context, &deploy, &[]))
}

/// Publishes a deploy that has all its files.
fn settle(stored: &mut Stored, id: &str) {
    let deploy = stored.deploys.iter().find(|deploy| deploy.id == id).unwrap().clone();
    if !required(stored, &deploy).is_empty() {
        return;
    }
    let state = stored.end.unwrap_or("ready");
    stored.deploys.iter_mut().filter(|deploy| deploy.id == id).for_each(|deploy| deploy.state = state.to_owned());
    if state == "ready" && !stored.is_locked {
        stored.sites.iter_mut().filter(|site| site.id == deploy.site).for_each(|site| site.live = Some(id.to_owned()));
    }
}

fn restore(context: &Context, stored: &mut Stored, site: &str, id: &str) -> Reply {
    let Some(deploy) = stored.deploys.iter().find(|deploy| deploy.id == id).cloned() else { return missing() };
    stored.sites.iter_mut().filter(|found| found.id == site).for_each(|found| found.live = Some(id.to_owned()));
    reply(201, &view(context, &deploy, &[]))
}

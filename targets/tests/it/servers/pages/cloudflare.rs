//! Answers like Cloudflare's API.

use std::collections::BTreeMap;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

use super::{Call, Context, Deploy, Site, Stored, reply, visit_url};
use crate::servers::fake::Reply;

pub(super) fn answer(context: &Context, stored: &mut Stored, call: &Call<'_>, token: &str) -> Reply {
    let path: Vec<&str> = call.path.iter().map(String::as_str).collect();
    let is_asset = path.get(2) == Some(&"pages");
    if token != if is_asset { "Bearer upload-jwt" } else { "Bearer good-token" } {
        return failure(403, 10_000, "Authentication error");
    }
    let ["client", "v4", path @ ..] = path.as_slice() else { return failure(404, 7003, "No route") };
    match (call.method, path) {
        ("GET", ["accounts", "acc", "pages", "projects"]) => success(&json!(vec![1; stored.sites.len()])),
        ("POST", ["accounts", "acc", "pages", "projects"]) => create(context, stored, call),
        ("POST", ["pages", "assets", name]) => assets(stored, call, name),
        (method, ["accounts", "acc", "pages", "projects", project, rest @ ..]) => {
            if !stored.sites.iter().any(|site| site.name == *project) {
                return failure(404, 8_000_007, "Project not found");
            }
            in_project(context, stored, call, (method, project, rest))
        }
        _ => failure(404, 7003, "No route"),
    }
}

fn in_project(
    context: &Context, stored: &mut Stored, call: &Call<'_>, (method, project, rest): (&str, &str, &[&str]),
) -> Reply {
    match (method, rest) {
        ("GET", []) => success(&project_view(context, stored, project)),
        ("DELETE", []) => {
            stored.sites.retain(|site| site.name != project);
            success(&Value::Null)
        }
        ("GET", ["upload-token"]) => success(&json!({"jwt": "upload-jwt"})),
        ("GET", ["deployments"]) => {
            let found = stored.deploys.iter().rev().filter(|deploy| deploy.site == project);
            success(&json!(found.map(|deploy| view(context, deploy)).collect::<Vec<_>>()))
        }
        ("POST", ["deployments"]) => deploy(context, stored, call, project),
        ("GET", ["deployments", id]) => match stored.deploys.iter().find(|deploy| deploy.id == *id) {
            Some(found) => success(&view(context, found)),
            None => failure(404, 8_000_009, "Deployment not found"),
        },
        ("POST", ["deployments", id, "rollback"]) => {
            if !stored.deploys.iter().any(|deploy| deploy.id == *id) {
                return failure(404, 8_000_009, "Deployment not found");
            }
            stored.sites.iter_mut().for_each(|site| site.live = Some((*id).to_owned()));
            success(&json!({"id": id}))
        }
        _ => failure(404, 7003, "No route"),
    }
}

fn success(result: &Value) -> Reply {
    reply(200, &json!({"success": true, "errors": [], "messages": [], "result": result}))
}

fn failure(status: u16, code: u64, message: &str) -> Reply {
    let errors = json!([{"code": code, "message": message}]);
    reply(status, &json!({"success": false, "errors": errors, "messages": [], "result": null}))
}

fn project_view(context: &Context, stored: &Stored, name: &str) -> Value {
    let site = stored.sites.iter().find(|site| site.name == name).unwrap();
    let live = site.live.as_ref().and_then(|id| stored.deploys.iter().find(|deploy| deploy.id == *id));
    json!({
        "id": site.id, "name": name, "subdomain": format!("{name}.pages.dev"), "production_branch": "main",
        "canonical_deployment": live.map(|deploy| view(context, deploy)),
    })
}

fn view(context: &Context, deploy: &Deploy) -> Value {
    json!({
        "id": deploy.id, "url": visit_url(context, "deploy", &deploy.id), "environment": "production",
        "latest_stage": {"name": "deploy", "status": deploy.state},
        "deployment_trigger": {"type": "ad_hoc", "metadata": {"branch": "main", "commit_message": deploy.title}},
    })
}

fn create(context: &Context, stored: &mut Stored, call: &Call<'_>) -> Reply {
    let body: Value = serde_json::from_slice(call.body).unwrap();
    let name = body["name"].as_str().unwrap().to_owned();
    assert_eq!(body["production_branch"], "main");
    if stored.sites.iter().any(|site| site.name == name) {
        return failure(409, 8_000_002, "A project with this name already exists");
    }
    stored.sites.push(Site { id: format!("project-{}", stored.sites.len() + 1), name: name.clone(), live: None });
    success(&project_view(context, stored, &name))
}

fn assets(stored: &mut Stored, call: &Call<'_>, name: &str) -> Reply {
    let body: Value = serde_json::from_slice(call.body).unwrap();
    match name {
        "check-missing" => {
            let hashes: Vec<String> = serde_json::from_value(body["hashes"].clone()).unwrap();
            let missing: Vec<String> = hashes.into_iter().filter(|hash| !stored.blobs.contains_key(hash)).collect();
            // A hash that nobody asked for, and each one twice.
            let doubled: Vec<String> = missing.iter().chain(&missing).cloned().chain(["0".repeat(32)]).collect();
            success(&json!(doubled))
        }
        "upload" => {
            for asset in body.as_array().unwrap() {
                assert_eq!(asset["base64"], true);
                assert!(asset["metadata"]["contentType"].is_string());
                let bytes = STANDARD.decode(asset["value"].as_str().unwrap()).unwrap();
                let old = stored.blobs.insert(asset["key"].as_str().unwrap().to_owned(), bytes);
                assert!(old.is_none(), "an asset is uploaded twice");
            }
            success(&Value::Null)
        }
        "upsert-hashes" => success(&Value::Null),
        _ => failure(404, 7003, "No route"),
    }
}

fn deploy(context: &Context, stored: &mut Stored, call: &Call<'_>, project: &str) -> Reply {
    let mut parts = form(call.body);
    let files: BTreeMap<String, String> = serde_json::from_str(&parts.remove("manifest").unwrap()).unwrap();
    if files.values().any(|hash| !stored.blobs.contains_key(hash)) {
        return failure(400, 8_000_096, "A manifest entry is missing");
    }
    assert_eq!(parts.remove("branch").as_deref(), Some("main"));
    let deploy = Deploy {
        id: format!("deploy-{}", stored.deploys.len() + 1),
        site: project.to_owned(),
        title: parts.remove("commit_message").unwrap(),
        state: stored.end.unwrap_or("success").to_owned(),
        files,
        parts,
    };
    if deploy.state == "success" {
        stored.sites.iter_mut().for_each(|site| site.live = Some(deploy.id.clone()));
    }
    stored.deploys.push(deploy.clone());
    success(&view(context, &deploy))
}

/// Reads a form as `multipart/form-data`.
fn form(body: &[u8]) -> BTreeMap<String, String> {
    let text = String::from_utf8(body.to_vec()).unwrap();
    let boundary = text.lines().next().unwrap().to_owned();
    let parts = text.split(&boundary).filter_map(|part| part.strip_prefix("\r\n")?.split_once("\r\n\r\n"));
    let name = |head: &str| head.split('"').nth(1).unwrap().to_owned();
    parts.map(|(head, value)| (name(head), value.strip_suffix("\r\n").unwrap().to_owned())).collect()
}

//! Writes the OpenAPI document to `openapi.json` in this crate's folder, where a test holds it to the code.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    Ok(std::fs::write(path, api::openapi::document_text()?)?)
}

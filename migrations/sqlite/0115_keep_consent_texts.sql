-- Texts that a form asked consent to before its text was changed: live pages show them until they are built again.
CREATE TABLE earlier_consents (
  source_id BLOB NOT NULL REFERENCES lead_sources(id) ON DELETE CASCADE,
  -- Names the text, as the page sends it.
  version TEXT NOT NULL,
  consent_text TEXT NOT NULL,
  replaced_at TEXT NOT NULL,
  PRIMARY KEY (source_id, version)
);

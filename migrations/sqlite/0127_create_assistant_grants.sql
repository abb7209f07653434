-- What a user allows an AI assistant. A grant begins with a code, which the assistant exchanges for tokens once; only
-- hashes of codes and tokens are stored.
CREATE TABLE assistant_grants (
  id BLOB PRIMARY KEY,
  user_id BLOB NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  redirect_uri TEXT NOT NULL,
  client_hash BLOB NOT NULL,
  scopes TEXT NOT NULL,
  code_hash BLOB NOT NULL UNIQUE,
  code_challenge TEXT NOT NULL,
  code_expires_at TEXT NOT NULL,
  access_hash BLOB UNIQUE,
  access_expires_at TEXT,
  refresh_hash BLOB UNIQUE,
  previous_refresh_hash BLOB UNIQUE,
  refreshed_at TEXT,
  created_at TEXT NOT NULL,
  last_used_at TEXT,
  expires_at TEXT NOT NULL
);
CREATE INDEX assistant_grants_by_user ON assistant_grants (user_id, id);

-- What a user allows an AI assistant. A grant begins with a code, which the assistant exchanges for tokens once; only
-- hashes of codes and tokens are stored.
CREATE TABLE assistant_grants (
  id UUID PRIMARY KEY,
  user_id UUID NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  redirect_uri TEXT NOT NULL,
  client_hash BYTEA NOT NULL,
  scopes JSONB NOT NULL,
  code_hash BYTEA NOT NULL UNIQUE,
  code_challenge TEXT NOT NULL,
  code_expires_at TIMESTAMPTZ NOT NULL,
  access_hash BYTEA UNIQUE,
  access_expires_at TIMESTAMPTZ,
  refresh_hash BYTEA UNIQUE,
  previous_refresh_hash BYTEA UNIQUE,
  refreshed_at TIMESTAMPTZ,
  created_at TIMESTAMPTZ NOT NULL,
  last_used_at TIMESTAMPTZ,
  expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX assistant_grants_by_user ON assistant_grants (user_id, id);

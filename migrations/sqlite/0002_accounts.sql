-- Accounts whole: mail, links by mail, identity providers, two-factor, API keys, invites, pictures, trials.

ALTER TABLE users ADD COLUMN disabled_at TEXT;
-- How far the user was told of the trial's course: started, ending, ended.
ALTER TABLE users ADD COLUMN trial_told TEXT NOT NULL DEFAULT 'started';
CREATE INDEX users_on_trial ON users (trial_told, trial_ends_at) WHERE plan = 'trial';

-- Mails to be sent. next_at is when the next try is due; without it the mail is done with.
CREATE TABLE mails (
  id BLOB PRIMARY KEY,
  recipient TEXT NOT NULL,
  reply_to TEXT,
  subject TEXT NOT NULL,
  body_text TEXT NOT NULL,
  body_html TEXT NOT NULL,
  status TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  next_at TEXT,
  error TEXT,
  created_at TEXT NOT NULL,
  sent_at TEXT
);
CREATE INDEX mails_due ON mails (next_at) WHERE next_at IS NOT NULL;

-- Single-use tokens of accounts: links by mail, codes of a sign-in under way.
CREATE TABLE account_tokens (
  token_hash BLOB PRIMARY KEY,
  user_id BLOB NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  purpose TEXT NOT NULL,
  detail TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
);
CREATE INDEX account_tokens_by_user ON account_tokens (user_id, purpose);

-- Who an identity provider says that a user is.
CREATE TABLE identities (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id BLOB NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  email TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX identities_by_user ON identities (user_id);

-- The secret follows from the nonce and the installation's secret; last_step is the last time step whose code was taken.
CREATE TABLE two_factors (
  user_id BLOB PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
  nonce BLOB NOT NULL,
  last_step INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  confirmed_at TEXT
);

CREATE TABLE recovery_codes (
  user_id BLOB NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  code_hash BLOB NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE api_keys (
  id BLOB PRIMARY KEY,
  user_id BLOB NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  prefix TEXT NOT NULL,
  key_hash BLOB NOT NULL UNIQUE,
  scopes TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_used_at TEXT,
  expires_at TEXT
);
CREATE INDEX api_keys_by_user ON api_keys (user_id, id);

CREATE TABLE invites (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  email TEXT NOT NULL,
  role TEXT NOT NULL,
  token_hash BLOB NOT NULL UNIQUE,
  invited_by BLOB NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  UNIQUE (workspace_id, email)
);

-- Pictures, re-encoded; the name is random and changes with the picture.
CREATE TABLE avatars (
  user_id BLOB PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
  name TEXT NOT NULL UNIQUE,
  bytes BLOB NOT NULL
);

-- What visitors wrote to the operator.
CREATE TABLE contact_messages (
  id BLOB PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  message TEXT NOT NULL,
  address TEXT NOT NULL,
  created_at TEXT NOT NULL
);

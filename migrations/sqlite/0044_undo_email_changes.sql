-- Links that undo a change of the email address.
CREATE TABLE new_account_tokens (
  token_hash BLOB PRIMARY KEY,
  user_id BLOB NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  purpose TEXT NOT NULL CHECK (purpose IN ('verify_email', 'reset_password', 'change_email', 'undo_email_change', 'sign_in', 'second_factor')),
  detail TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
);
INSERT INTO new_account_tokens (token_hash, user_id, purpose, detail, created_at, expires_at)
SELECT token_hash, user_id, purpose, detail, created_at, expires_at FROM account_tokens;
DROP TABLE account_tokens;
ALTER TABLE new_account_tokens RENAME TO account_tokens;
CREATE INDEX account_tokens_by_user ON account_tokens (user_id, purpose);

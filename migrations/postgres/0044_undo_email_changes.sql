-- Links that undo a change of the email address.
ALTER TABLE account_tokens DROP CONSTRAINT account_tokens_purpose_is_known;
ALTER TABLE account_tokens
  ADD CONSTRAINT account_tokens_purpose_is_known CHECK (purpose IN ('verify_email', 'reset_password', 'change_email', 'undo_email_change', 'sign_in', 'second_factor'));

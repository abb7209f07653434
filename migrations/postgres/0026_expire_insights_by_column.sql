-- When an insight expires, as a column with an index: it was read from the body of every open insight.
ALTER TABLE insights ADD COLUMN expires_at TIMESTAMPTZ;
UPDATE insights SET expires_at = CAST(body ->> 'expiresAt' AS timestamptz);
CREATE INDEX insights_to_expire ON insights (expires_at) WHERE verdict = 'open';

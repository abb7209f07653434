-- When an insight expires, as a column with an index: it was read from the body of every open insight.
ALTER TABLE insights ADD COLUMN expires_at TEXT;
-- Times are stored with an offset, which JSON writes as Z.
UPDATE insights SET expires_at = replace(body ->> 'expiresAt', 'Z', '+00:00');
CREATE INDEX insights_to_expire ON insights (expires_at) WHERE verdict = 'open';

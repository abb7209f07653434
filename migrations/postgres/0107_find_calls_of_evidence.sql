-- The list of stored responses names the call of each.
CREATE INDEX provider_calls_by_evidence ON provider_calls (evidence_id) WHERE evidence_id IS NOT NULL;
-- It is read in the order of its ids. The index has all that the list shows: in a row, the times are behind the whole body.
DROP INDEX evidence_by_workspace;
CREATE INDEX evidence_by_workspace ON evidence (workspace_id, id, provider, operation, size_bytes, fetched_at, expires_at);

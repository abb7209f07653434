-- The list of stored responses names the call of each.
CREATE INDEX provider_calls_by_evidence ON provider_calls (evidence_id) WHERE evidence_id IS NOT NULL;
-- It is read in the order of its ids.
CREATE INDEX evidence_by_workspace_in_order ON evidence (workspace_id, id);

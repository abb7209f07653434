-- An edit that a person made is undone by another edit.
ALTER TABLE edits ADD COLUMN undoes_id UUID;
CREATE INDEX edits_by_undone ON edits (undoes_id) WHERE undoes_id IS NOT NULL;

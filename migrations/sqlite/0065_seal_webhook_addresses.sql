-- The address of a webhook, encrypted; url then shows only its host and its last characters. Without it, url is the address.
-- SQLite checks no metric of an experiment, so visits from AI assistants need no change.
ALTER TABLE webhooks ADD COLUMN sealed_url BLOB;

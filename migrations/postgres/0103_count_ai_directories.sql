-- What AI crawlers may use of each directory of a website: one document, at most 51 directories.
ALTER TABLE crawls ADD COLUMN ai_directories JSONB;

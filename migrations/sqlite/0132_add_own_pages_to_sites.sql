-- Pages that a person added to a site: no plan writes or removes them.
ALTER TABLE site_pages ADD COLUMN is_own BOOLEAN NOT NULL DEFAULT FALSE;

-- Changes that a site built here keeps over its rendered pages, in the order in which they are made.
CREATE TABLE page_changes (
  website_id UUID NOT NULL REFERENCES sites(website_id) ON DELETE CASCADE,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  edit_id UUID NOT NULL REFERENCES edits(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  -- Path of the page, or the old address of a redirect.
  path TEXT NOT NULL,
  -- Its type belongs to the crate `edits`.
  change JSONB NOT NULL,
  PRIMARY KEY (website_id, edit_id, position)
);
CREATE INDEX page_changes_by_edit ON page_changes (edit_id);

-- Growth of sites: planned pages that follow after the launch, some on each day.
CREATE TABLE site_growth (
  website_id UUID PRIMARY KEY REFERENCES sites(website_id) ON DELETE CASCADE,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  -- Number of planned pages that wait for room.
  later INTEGER NOT NULL CHECK (later >= 0),
  -- Pages that no build could write, with the reasons.
  left_out JSONB NOT NULL DEFAULT '[]',
  is_paused BOOLEAN NOT NULL DEFAULT FALSE,
  -- Release with new pages that is not live yet.
  release_id UUID,
  -- Time of the next pages; NULL before the launch and after the last page.
  next_at TIMESTAMPTZ,
  updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX site_growth_due ON site_growth (next_at) WHERE next_at IS NOT NULL AND NOT is_paused;
CREATE INDEX site_growth_by_workspace ON site_growth (workspace_id);
-- Sites that were approved before growth was a part of the approval wait until a person resumes it.
INSERT INTO site_growth (website_id, workspace_id, later, is_paused, updated_at)
SELECT s.website_id, s.workspace_id, jsonb_array_length(s.places) - p.areas, TRUE, now()
  FROM sites s JOIN websites w ON w.id = s.website_id AND w.archived_at IS NULL
  JOIN (SELECT website_id, CAST(SUM(CASE WHEN kind = 'area' AND place IS NOT NULL THEN 1 ELSE 0 END) AS INTEGER) AS areas
          FROM site_pages GROUP BY website_id) p ON p.website_id = s.website_id
 WHERE s.kind = 'dominator' AND jsonb_array_length(s.places) > p.areas
   AND EXISTS (SELECT 1 FROM releases r WHERE r.website_id = s.website_id AND r.approved_at IS NOT NULL);

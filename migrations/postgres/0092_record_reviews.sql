-- The review of a release by a named person, recorded with its approval, and the rental that its pages state.
ALTER TABLE releases ADD COLUMN needs_review BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE releases ADD COLUMN reviewer_name TEXT;
ALTER TABLE releases ADD COLUMN reviewer_credentials TEXT;
-- User who recorded the review.
ALTER TABLE releases ADD COLUMN reviewed_by UUID;
ALTER TABLE releases ADD COLUMN reviewed_at TIMESTAMPTZ;
ALTER TABLE releases ADD COLUMN rental_id UUID;
-- When something outside of a site last asked for its build, until the build starts.
ALTER TABLE sites ADD COLUMN build_wanted_at TIMESTAMPTZ;
CREATE INDEX sites_by_wanted_build ON sites (build_wanted_at) WHERE build_wanted_at IS NOT NULL;
UPDATE releases SET rental_id = (SELECT rentals.id FROM rentals WHERE rentals.website_id = releases.website_id
  AND rentals.status = 'active' AND rentals.activated_at <= releases.created_at);

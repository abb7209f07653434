-- Planned pages that wait for room, in the order of the plan.
ALTER TABLE site_growth ADD COLUMN coming TEXT NOT NULL DEFAULT '[]';

-- Names of sites that were deleted with their websites: no other site gets them, because DNS records may still lead there.
CREATE TABLE former_slugs (
  slug TEXT PRIMARY KEY,
  freed_at TEXT NOT NULL
);
CREATE TRIGGER sites_keep_slugs AFTER DELETE ON sites
BEGIN
  INSERT OR IGNORE INTO former_slugs (slug, freed_at) VALUES (OLD.slug, strftime('%Y-%m-%dT%H:%M:%S+00:00', 'now'));
END;

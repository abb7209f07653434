-- Names of sites that were deleted with their websites: no other site gets them, because DNS records may still lead there.
CREATE TABLE former_slugs (
  slug TEXT PRIMARY KEY,
  freed_at TIMESTAMPTZ NOT NULL
);
CREATE FUNCTION keep_slug() RETURNS trigger AS $$
BEGIN
  INSERT INTO former_slugs (slug, freed_at) VALUES (OLD.slug, now()) ON CONFLICT (slug) DO NOTHING;
  RETURN NULL;
END;
$$ LANGUAGE plpgsql;
CREATE TRIGGER sites_keep_slugs AFTER DELETE ON sites FOR EACH ROW EXECUTE FUNCTION keep_slug();

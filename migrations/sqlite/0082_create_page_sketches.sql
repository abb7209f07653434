-- What the pages of the latest build of each site say, to find near-duplicate pages among all sites of a workspace.
CREATE TABLE page_sketches (
  website_id BLOB NOT NULL REFERENCES sites(website_id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  -- MinHash: 32-bit numbers, little-endian.
  sketch BLOB NOT NULL,
  -- Hashes of the shingles, sorted: 64-bit numbers, little-endian.
  shingles BLOB NOT NULL,
  PRIMARY KEY (website_id, path)
);

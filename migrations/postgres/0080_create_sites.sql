-- Sites of the pipeline: what they are about, and what is being done with them.
CREATE TABLE sites (
  website_id UUID PRIMARY KEY REFERENCES websites(id) ON DELETE CASCADE,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  -- First label of its host name on the sites domain.
  slug TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('goldmine', 'dominator')),
  -- Slug of the vertical, and its name.
  vertical TEXT NOT NULL,
  vertical_name TEXT NOT NULL,
  -- Ids and names.
  places JSONB NOT NULL,
  theme TEXT NOT NULL,
  seed BIGINT NOT NULL,
  phone TEXT,
  -- Whether the account states that it owns the number.
  phone_is_owned BOOLEAN NOT NULL,
  -- NULL for built-in hosting.
  target_id UUID REFERENCES deploy_targets(id) ON DELETE SET NULL,
  lead_source_id UUID REFERENCES lead_sources(id) ON DELETE SET NULL,
  deployment_id UUID REFERENCES deployments(id) ON DELETE SET NULL,
  status TEXT NOT NULL CHECK (status IN
    ('draft', 'building', 'blocked', 'waiting', 'approved', 'deploying', 'live', 'failed', 'offline')),
  last_error TEXT,
  -- Run at work, or the latest one; the run may be deleted.
  run_id UUID,
  live_release_id UUID,
  -- Business that rents the site.
  tenant JSONB,
  created_by UUID NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX sites_by_workspace ON sites (workspace_id, website_id);
CREATE INDEX sites_by_deployment ON sites (deployment_id) WHERE deployment_id IS NOT NULL;
CREATE INDEX sites_by_target ON sites (target_id) WHERE target_id IS NOT NULL;

-- Custom host names, each of one site.
CREATE TABLE site_domains (
  host TEXT PRIMARY KEY,
  website_id UUID NOT NULL REFERENCES sites(website_id) ON DELETE CASCADE,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  added_at TIMESTAMPTZ NOT NULL,
  -- When the host name first led here.
  verified_at TIMESTAMPTZ
);
CREATE INDEX site_domains_by_site ON site_domains (website_id);

-- Pages of sites; the text of each is a document.
CREATE TABLE site_pages (
  website_id UUID NOT NULL REFERENCES sites(website_id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('home', 'service', 'area', 'article', 'about', 'contact', 'privacy', 'terms')),
  label TEXT NOT NULL,
  position INTEGER NOT NULL,
  place TEXT,
  -- Names that count as equal when pages are compared.
  names JSONB NOT NULL,
  -- Facts with which it was written; its document has their statements.
  facts JSONB NOT NULL,
  document_id UUID NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
  created_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (website_id, path)
);
CREATE INDEX site_pages_by_document ON site_pages (document_id);

-- Who runs the sites of a workspace. Empty texts are unknown.
CREATE TABLE site_operators (
  workspace_id UUID PRIMARY KEY REFERENCES workspaces(id) ON DELETE CASCADE,
  legal_name TEXT NOT NULL,
  brand_name TEXT NOT NULL,
  email TEXT NOT NULL,
  phone TEXT NOT NULL,
  postal_address TEXT NOT NULL,
  -- Postal code of the state, and ISO 3166 code of the country.
  state TEXT NOT NULL,
  country TEXT NOT NULL,
  privacy_email TEXT NOT NULL,
  reviewer_name TEXT NOT NULL,
  reviewer_credentials TEXT NOT NULL,
  updated_by UUID NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);

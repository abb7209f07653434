-- Prices of providers that replace the built-in ones, for the whole installation.
CREATE TABLE price_overrides (
  provider TEXT NOT NULL,
  -- Key of an operation, or name of a model.
  subject TEXT NOT NULL,
  -- What is counted; of a model, a million tokens of input or output.
  unit TEXT NOT NULL,
  -- Millionths of a US dollar, up to 1,000 dollars.
  micros BIGINT NOT NULL CHECK (micros BETWEEN 0 AND 1000000000),
  changed_by UUID REFERENCES users(id) ON DELETE SET NULL,
  changed_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (provider, subject, unit)
);

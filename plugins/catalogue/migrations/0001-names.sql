-- The names that the rows of a workspace carry. Counts are kept by type; the day is that of receipt, so that rows with
-- times from anywhere add no more than a row a day to a name. The name '' counts the rows of the source.

CREATE TABLE property_names (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  source text NOT NULL,
  name text COLLATE "C" NOT NULL,
  text_rows bigint NOT NULL DEFAULT 0,
  number_rows bigint NOT NULL DEFAULT 0,
  boolean_rows bigint NOT NULL DEFAULT 0,
  array_rows bigint NOT NULL DEFAULT 0,
  first_seen timestamptz,
  last_seen timestamptz,
  examples text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (workspace_id, source, name)
);

CREATE TABLE property_days (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  source text NOT NULL,
  name text COLLATE "C" NOT NULL,
  day date NOT NULL,
  rows bigint NOT NULL,
  PRIMARY KEY (workspace_id, source, name, day)
);
CREATE INDEX property_days_day ON property_days (workspace_id, day);

-- Sources of workspaces that are older than the catalogue, until it has begun with a sample of their rows.
CREATE TABLE property_starts (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  source text NOT NULL,
  PRIMARY KEY (workspace_id, source)
);
INSERT INTO property_starts (workspace_id, source)
SELECT id, source FROM workspaces CROSS JOIN unnest(ARRAY['events', 'logs', 'contexts', 'traits', 'metrics']) AS source;

-- An audience after each change, the newest as in `audiences`.
CREATE TABLE audience_versions (
  audience_id text NOT NULL REFERENCES audiences (id) ON DELETE CASCADE,
  version integer NOT NULL,
  changed_by text NOT NULL,
  changed_by_email text,
  changed_at timestamptz NOT NULL,
  changed text[] NOT NULL,
  -- The version that this change took back to.
  restored integer,
  name text NOT NULL,
  description text,
  definition text NOT NULL,
  listed text,
  listed_count integer NOT NULL,
  PRIMARY KEY (audience_id, version)
);

-- Audiences that exist get the state of now as their first version.
INSERT INTO audience_versions
  (audience_id, version, changed_by, changed_by_email, changed_at, changed, restored,
   name, description, definition, listed, listed_count)
SELECT id, 1, owner_id, NULL, updated_at, '{}', NULL, name, description, definition, listed, listed_count
FROM audiences;

-- An owner may be a key, or be gone: no reference.

CREATE TABLE questions (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  owner_id text NOT NULL,
  name text NOT NULL,
  description text,
  tags text[] NOT NULL,
  visibility text NOT NULL CHECK (visibility IN ('workspace', 'private')),
  -- JSON as it was given.
  question text NOT NULL,
  chart text NOT NULL,
  "view" text,
  version integer NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX questions_workspace ON questions (workspace_id, lower(name), name, id);

-- The fields after each change, the newest as in `questions`.
CREATE TABLE question_versions (
  question_id text NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
  version integer NOT NULL,
  changed_by text NOT NULL,
  changed_by_email text,
  changed_at timestamptz NOT NULL,
  changed text[] NOT NULL,
  -- The version that this change took back to.
  restored integer,
  visibility text NOT NULL,
  fields text NOT NULL,
  PRIMARY KEY (question_id, version)
);

CREATE TABLE question_favourites (
  question_id text NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (question_id, user_id)
);
CREATE INDEX question_favourites_user ON question_favourites (user_id);

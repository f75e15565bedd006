-- Who may come in, and where. All of it is here because every request reads it in one statement.

CREATE TABLE users (
  id text PRIMARY KEY,
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('viewer', 'editor', 'admin', 'platform')),
  password_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  last_login_at timestamptz
);
CREATE UNIQUE INDEX users_email ON users (lower(email));

-- A token is good only while its session is here, not ended and not expired.
CREATE TABLE sessions (
  jti text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- The number names the workspace's analytics database; an identity never gives one out twice.
CREATE TABLE workspaces (
  id text PRIMARY KEY,
  number bigint NOT NULL UNIQUE GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  slug text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX workspaces_slug ON workspaces (lower(slug));

CREATE TABLE members (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('viewer', 'editor', 'admin')),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX members_user ON members (user_id);

-- Only the SHA-256 of a key is kept, as hex: a key has too many bits to be guessed from it.
CREATE TABLE keys (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('ingest', 'query')),
  role text CHECK (role IN ('viewer', 'editor', 'admin')),
  prefix text NOT NULL,
  hash text NOT NULL UNIQUE,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_by text REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  CHECK ((kind = 'query') = (role IS NOT NULL))
);
CREATE INDEX keys_workspace ON keys (workspace_id);
CREATE INDEX keys_creator ON keys (created_by);

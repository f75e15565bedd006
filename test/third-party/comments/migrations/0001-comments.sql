-- An author may be a key, or be gone, and a question may be deleted: no references. The rows of a workspace end with it.

CREATE TABLE comments (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  question_id text NOT NULL,
  author_id text NOT NULL,
  author text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX comments_workspace ON comments (workspace_id, created_at DESC);
CREATE INDEX comments_question ON comments (question_id, created_at DESC);

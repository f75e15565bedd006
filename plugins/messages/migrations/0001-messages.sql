-- Messages that are sent through channels. Settings are encrypted and removed once the message has an outcome.

CREATE TABLE channel_messages (
  id text NOT NULL,
  channel text NOT NULL,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  settings text,
  message jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  -- Null once there is an outcome.
  next_at timestamptz,
  outcome text CHECK (outcome IN ('delivered', 'failed')),
  error text,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (workspace_id, channel, id)
);
CREATE INDEX channel_messages_due ON channel_messages (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX channel_messages_shown ON channel_messages (workspace_id, created_at DESC);
CREATE INDEX channel_messages_ended ON channel_messages (ended_at) WHERE ended_at IS NOT NULL;

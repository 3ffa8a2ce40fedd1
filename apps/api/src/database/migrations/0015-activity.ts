/** Who is behind a deed, and from where; the log is searched by person and by deed. */
export const activity = `
ALTER TABLE activity
  ADD COLUMN actor_id uuid,
  ADD COLUMN actor_kind text NOT NULL DEFAULT 'MERCHANT' CHECK (actor_kind IN ('MERCHANT', 'ADMIN')),
  ADD COLUMN user_agent text,
  ADD COLUMN trace_id text;

CREATE INDEX activity_by_action ON activity (merchant_id, action, at DESC, activity_id DESC);
`

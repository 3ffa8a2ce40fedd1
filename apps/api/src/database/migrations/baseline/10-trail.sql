-- The audit log: who did what, and from where. Append-only; only personal details can be erased. A hash chain contains every row, with digests
-- of its personal details, in chained batches. Rows wait in insertion order until a batch takes them.

CREATE TABLE activity (
  merchant_id uuid NOT NULL,
  activity_id uuid NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT now(),
  actor text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  ip text,
  detail text,
  actor_id uuid,
  actor_kind text NOT NULL DEFAULT 'MERCHANT' CHECK (actor_kind IN ('MERCHANT', 'ADMIN', 'UNKNOWN')),
  user_agent text,
  trace_id text,
  PRIMARY KEY (merchant_id, activity_id)
);
CREATE INDEX activity_newest ON activity (merchant_id, at DESC, activity_id DESC);
CREATE INDEX activity_by_action ON activity (merchant_id, action, at DESC, activity_id DESC);

CREATE TABLE trail_waiting (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id uuid NOT NULL,
  activity_id uuid NOT NULL
);

CREATE TABLE trail_batches (
  batch bigint PRIMARY KEY CHECK (batch > 0),
  at timestamptz(3) NOT NULL,
  entries integer NOT NULL CHECK (entries > 0),
  key_version integer NOT NULL,
  mac text NOT NULL
);

CREATE TABLE trail_entries (
  batch bigint NOT NULL,
  position integer NOT NULL,
  merchant_id uuid NOT NULL,
  activity_id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  actor_id uuid,
  actor_kind text NOT NULL,
  action text NOT NULL,
  trace_id text,
  -- The object of the action; an e-mail address is stored as a digest.
  subject text,
  actor_digest text NOT NULL,
  subject_digest text,
  detail_digest text,
  ip_digest text,
  user_agent_digest text,
  mac text NOT NULL,
  PRIMARY KEY (batch, position)
);
CREATE UNIQUE INDEX trail_entries_activity ON trail_entries (merchant_id, activity_id);

CREATE FUNCTION await_trail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO trail_waiting (merchant_id, activity_id) SELECT merchant_id, activity_id FROM added ORDER BY at, activity_id;
  RETURN NULL;
END $$;
CREATE TRIGGER activity_awaits_trail AFTER INSERT ON activity REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION await_trail();

CREATE FUNCTION refuse_all_but_erasing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.merchant_id, NEW.activity_id, NEW.at, NEW.actor_id, NEW.actor_kind, NEW.action, NEW.trace_id)
      IS DISTINCT FROM (OLD.merchant_id, OLD.activity_id, OLD.at, OLD.actor_id, OLD.actor_kind, OLD.action, OLD.trace_id)
    OR NEW.actor NOT IN (OLD.actor, 'erased')
    OR NEW.subject <> OLD.subject AND NOT (NEW.subject = 'erased' AND OLD.subject LIKE '%@%')
    OR NEW.detail IS NOT NULL AND NEW.detail IS DISTINCT FROM OLD.detail
    OR NEW.ip IS NOT NULL AND NEW.ip IS DISTINCT FROM OLD.ip
    OR NEW.user_agent IS NOT NULL AND NEW.user_agent IS DISTINCT FROM OLD.user_agent THEN
    RAISE EXCEPTION '% is history: personal details may be erased, nothing else changes', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER activity_erasing BEFORE UPDATE ON activity FOR EACH ROW EXECUTE FUNCTION refuse_all_but_erasing();
CREATE TRIGGER activity_history BEFORE DELETE OR TRUNCATE ON activity FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER trail_entries_history BEFORE UPDATE OR DELETE OR TRUNCATE ON trail_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER trail_batches_history BEFORE UPDATE OR DELETE OR TRUNCATE ON trail_batches FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

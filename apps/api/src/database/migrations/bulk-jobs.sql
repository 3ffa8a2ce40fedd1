CREATE TABLE bulk_jobs (
  merchant_id uuid NOT NULL REFERENCES merchants,
  bulk_job_id uuid NOT NULL,
  application_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('REFUND', 'RESEND')),
  state text NOT NULL CHECK (state IN ('PREPARED', 'QUEUED', 'RUNNING', 'DONE', 'STOPPED')),
  user_account_id uuid NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  is_proved boolean NOT NULL DEFAULT false,
  queued_at timestamptz(3),
  started_at timestamptz(3),
  ended_at timestamptz(3),
  end_reason text,
  PRIMARY KEY (merchant_id, bulk_job_id),
  FOREIGN KEY (merchant_id, application_id) REFERENCES applications
);
CREATE INDEX bulk_jobs_list ON bulk_jobs (merchant_id, application_id, queued_at DESC);
CREATE TABLE bulk_items (
  merchant_id uuid NOT NULL,
  bulk_job_id uuid NOT NULL,
  place integer NOT NULL,
  object_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('PLANNED', 'EXCLUDED', 'DONE', 'FAILED', 'STOPPED')),
  amount bigint,
  currency currency,
  reason text,
  result_id uuid,
  done_at timestamptz(3),
  PRIMARY KEY (merchant_id, bulk_job_id, place),
  FOREIGN KEY (merchant_id, bulk_job_id) REFERENCES bulk_jobs ON DELETE CASCADE
);
CREATE INDEX bulk_items_planned ON bulk_items (merchant_id, bulk_job_id, place) WHERE state = 'PLANNED';

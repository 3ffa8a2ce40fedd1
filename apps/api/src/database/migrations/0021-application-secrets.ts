/** Keys of applications: their hashes and last letters, never they themselves. */
export const applicationSecrets = `
CREATE TABLE application_secrets (
  merchant_id uuid NOT NULL,
  application_id uuid NOT NULL,
  key text NOT NULL CHECK (key IN ('PRIMARY', 'SECONDARY')),
  value_hash text NOT NULL,
  last_letters text NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  updated_by text NOT NULL,
  PRIMARY KEY (merchant_id, application_id, key),
  FOREIGN KEY (merchant_id, application_id) REFERENCES applications
);
`

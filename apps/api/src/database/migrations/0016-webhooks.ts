/** Rounds of attempts, one sending at a time for each delivery, and lanes that keep slow addresses apart from sound ones. */
export const webhooks = `
ALTER TABLE webhook_deliveries
  -- Attempts since the delivery began or was last sent again, and when that round ends.
  ADD COLUMN tries integer NOT NULL DEFAULT 0,
  ADD COLUMN give_up_at timestamptz(3);

-- What a person still waits for or has to look at is little beside what was delivered.
CREATE INDEX webhook_deliveries_open ON webhook_deliveries (merchant_id, application_id, created_at DESC, delivery_id DESC)
  WHERE state <> 'DELIVERED';

ALTER TABLE due_work ADD COLUMN lane text;
DROP INDEX due_work_due;
CREATE INDEX due_work_due ON due_work (due_at) WHERE lane IS NULL;
CREATE INDEX due_work_lanes ON due_work (lane, due_at) WHERE lane IS NOT NULL;
CREATE UNIQUE INDEX due_work_one_sending ON due_work (object_id) WHERE lane IS NOT NULL;
`

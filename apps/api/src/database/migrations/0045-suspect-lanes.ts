/** Addresses that did not take their last webhook, by a digest: at most as many as fail within two hours, known to every instance. */
export const suspectLanes = `
CREATE TABLE suspect_lanes (
  lane_key text PRIMARY KEY,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX suspect_lanes_expiry ON suspect_lanes (expires_at);
`

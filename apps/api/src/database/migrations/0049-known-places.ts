/** Where accounts were signed in from, as hashes: a known place has a limit of its own. */
export const knownPlaces = `
CREATE TABLE known_places (
  place_hash text PRIMARY KEY,
  user_account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  last_seen_at timestamptz(3) NOT NULL
);
CREATE INDEX known_places_account ON known_places (user_account_id, last_seen_at);
`

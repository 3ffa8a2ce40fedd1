/**
 * A payer's text is indexed once however often they pay: a search looks through payers and then fetches their payments.
 * Payments written before keep their payer in their own text, where they are found as before.
 */
export const payers = `
CREATE TABLE payer_search (
  merchant_id uuid NOT NULL,
  -- The text's own hash.
  payer_key uuid NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (merchant_id, payer_key)
);
CREATE INDEX payer_search_text ON payer_search USING gin (merchant_id, text gin_trgm_ops) WITH (fastupdate = off);

ALTER TABLE payment_search ADD COLUMN payer_key uuid;
CREATE INDEX payment_search_payer ON payment_search (merchant_id, payer_key, payment_id) WHERE payer_key IS NOT NULL;
`;

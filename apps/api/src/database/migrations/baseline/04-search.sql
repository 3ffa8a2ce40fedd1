-- The texts that payments are found by, folded as `foldText` folds a search.

-- Written once per payment and never updated, so that a status change does not rewrite its trigrams.
CREATE TABLE payment_search (
  merchant_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  text text NOT NULL,
  payer_key uuid,
  PRIMARY KEY (merchant_id, payment_id)
);
CREATE INDEX payment_search_text ON payment_search USING gin (merchant_id, text gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX payment_search_payer ON payment_search (merchant_id, payer_key, payment_id) WHERE payer_key IS NOT NULL;

-- A payer's text is indexed once however often they pay: a search looks through payers and then fetches their payments.
CREATE TABLE payer_search (
  merchant_id uuid NOT NULL,
  -- The text's own hash.
  payer_key uuid NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (merchant_id, payer_key)
);
CREATE INDEX payer_search_text ON payer_search USING gin (merchant_id, text gin_trgm_ops) WITH (fastupdate = off);

-- Names of two characters hold no trigram. Who searches for letters beyond ASCII is led by the letters themselves, held for the few texts that
-- have any; what is then found still has to hold the whole term. Most of what is ASCII is taken out; what is left of it does no harm.
CREATE FUNCTION letters_beyond_ascii(text text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN string_to_array(translate(text, E'0123456789abcdefghijklmnopqrstuvwxyz-.@ \n', ''), NULL);

CREATE INDEX payment_search_letters ON payment_search USING gin (merchant_id, letters_beyond_ascii(text)) WITH (fastupdate = off)
  WHERE octet_length(text) > char_length(text);
CREATE INDEX payer_search_letters ON payer_search USING gin (merchant_id, letters_beyond_ascii(text)) WITH (fastupdate = off)
  WHERE octet_length(text) > char_length(text);

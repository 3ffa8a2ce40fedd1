-- The texts for searching payments, folded by `foldText` like search terms.

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

-- A payer's text is indexed once, however many payments they make: a search finds payers first and then their payments.
CREATE TABLE payer_search (
  merchant_id uuid NOT NULL,
  -- Hash of the text.
  payer_key uuid NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (merchant_id, payer_key)
);
CREATE INDEX payer_search_text ON payer_search USING gin (merchant_id, text gin_trgm_ops) WITH (fastupdate = off);

-- Names of two characters have no trigram. Searches with non-ASCII letters use an index of single letters, stored only for the few texts that
-- have any; matches are then compared with the whole term. Most ASCII characters are removed; the remaining ones do no harm.
CREATE FUNCTION letters_beyond_ascii(text text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN string_to_array(translate(text, E'0123456789abcdefghijklmnopqrstuvwxyz-.@ \n', ''), NULL);

CREATE INDEX payment_search_letters ON payment_search USING gin (merchant_id, letters_beyond_ascii(text)) WITH (fastupdate = off)
  WHERE octet_length(text) > char_length(text);
CREATE INDEX payer_search_letters ON payer_search USING gin (merchant_id, letters_beyond_ascii(text)) WITH (fastupdate = off)
  WHERE octet_length(text) > char_length(text);

/**
 * Names of two characters hold no trigram. Who searches for letters beyond ASCII is led by the letters themselves, kept for the few texts
 * that hold any; what is then found still has to hold the whole term.
 */
export const searchLetters = `
-- Most of what is ASCII is taken out; what is left of it does no harm.
CREATE FUNCTION letters_beyond_ascii(text text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN string_to_array(translate(text, E'0123456789abcdefghijklmnopqrstuvwxyz-.@ \\n', ''), NULL);

CREATE INDEX payment_search_letters ON payment_search USING gin (merchant_id, letters_beyond_ascii(text)) WITH (fastupdate = off)
  WHERE octet_length(text) > char_length(text);
CREATE INDEX payer_search_letters ON payer_search USING gin (merchant_id, letters_beyond_ascii(text)) WITH (fastupdate = off)
  WHERE octet_length(text) > char_length(text);
`;

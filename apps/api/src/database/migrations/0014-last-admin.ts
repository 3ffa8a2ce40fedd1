/**
 * No merchant is left without an administrator who can sign in (contract §5), whatever is changed at the same moment:
 * changes that take one away stand in line at the merchant's row.
 */
export const lastAdmin = `
CREATE FUNCTION keep_last_merchant_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM merchants WHERE merchant_id = OLD.merchant_id FOR NO KEY UPDATE;
  -- Who has not accepted the invitation cannot sign in, and is no stand-in for one who can.
  PERFORM 1 FROM accounts
    WHERE merchant_id = OLD.merchant_id AND user_account_id <> OLD.user_account_id AND admin_id IS NULL
      AND is_enabled AND 'MERCHANT_ADMIN' = ANY (roles)
      AND (invitation = 'ACCEPTED' OR OLD.invitation = 'PENDING');
  IF FOUND THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'account % is the last enabled MERCHANT_ADMIN of its merchant', OLD.user_account_id
    USING ERRCODE = 'check_violation', CONSTRAINT = 'accounts_last_admin';
END $$;

CREATE TRIGGER accounts_last_admin BEFORE UPDATE OF is_enabled, roles, merchant_id ON accounts
  FOR EACH ROW WHEN (
    OLD.merchant_id IS NOT NULL AND OLD.admin_id IS NULL AND OLD.is_enabled AND 'MERCHANT_ADMIN' = ANY (OLD.roles)
    AND NOT (NEW.is_enabled AND 'MERCHANT_ADMIN' = ANY (NEW.roles) AND NEW.merchant_id IS NOT DISTINCT FROM OLD.merchant_id)
  ) EXECUTE FUNCTION keep_last_merchant_admin();
`;

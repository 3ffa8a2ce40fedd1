/** What people paid out and refunded in the last 24 hours, summed per person and per merchant before the next goes out. */
export const movedMoney = `
CREATE TABLE moved_money (
  merchant_id uuid NOT NULL,
  movement_id uuid NOT NULL,
  user_account_id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  currency currency NOT NULL,
  PRIMARY KEY (merchant_id, movement_id)
);
CREATE INDEX moved_money_by_merchant ON moved_money (merchant_id, at);
CREATE INDEX moved_money_by_person ON moved_money (user_account_id, at);
`;

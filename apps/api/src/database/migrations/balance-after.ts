import type { Migration } from './migration.ts';
import { placeLedgerLeg, type TriggerForm } from './trigger-functions.ts';

const statements = (form: TriggerForm): string => `
  ALTER TABLE ledger_legs ADD COLUMN balance_after bigint;
  ${placeLedgerLeg(form)}
  CREATE TRIGGER ledger_legs_place BEFORE INSERT ON ledger_legs FOR EACH ROW EXECUTE FUNCTION place_ledger_leg();
`;

/**
 * The balance of the pay-in account after each leg of the provider's side. The database writes it, so legs of an older
 * build that is still running have it as well. Null for earlier legs and for the sample world: these are computed.
 */
export const balanceAfter: Migration = {
  name: '0174-balance-after',
  steps: [{ sql: statements('one server'), distributed: statements('distributed') }],
};

import type { NameCheck } from '@volume/contract/beneficiaries.ts';
import type { ProviderBeneficiary, ProviderName } from '#core/account-providers.ts';
import type { Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { sql, type Sql } from '#database/sql.ts';

/** A beneficiary as it stands: the provider's, or one that was added, made a default or disabled here. */
export interface KnownBeneficiary extends ProviderBeneficiary {
  nameCheck: NameCheck;
  nameAtBank: string | null;
  addedAt: Date | null;
  addedBy: string | null;
  /** Until then a payout to it needs a proof. */
  coolingUntil: Date | null;
}

const columns = sql`beneficiary_id AS "beneficiaryId", customer_id AS "customerId", name, account_type AS "accountType",
  account_number AS "accountNumber", sort_code AS "sortCode", iban,
  CASE WHEN disabled_at IS NULL THEN 'Active' ELSE 'Disabled' END AS status, name_check AS "nameCheck",
  name_at_bank AS "nameAtBank", added_at AS "addedAt", added_by AS "addedBy", cooling_until AS "coolingUntil"`;

const readStored = ({ query }: Queries, merchantId: string, rest: Sql): Promise<KnownBeneficiary[]> =>
  query<KnownBeneficiary>(
    sql`SELECT ${columns} FROM beneficiaries WHERE merchant_id = ${merchantId} AND ${rest} ORDER BY added_at, beneficiary_id`,
  );

/** One that is stored here, undefined where only the provider knows it. */
export async function findStored(
  queries: Queries,
  merchantId: string,
  beneficiaryId: string,
): Promise<KnownBeneficiary | undefined> {
  const [found] = await readStored(queries, merchantId, sql`beneficiary_id = ${beneficiaryId}`);
  return found;
}

interface Customer {
  merchantId: string;
  provider: ProviderName;
  customerId: string;
}

/** Every beneficiary of a customer: those stored here, and what its provider lists besides. Asks the provider: never in a transaction. */
export async function readBeneficiaries(
  { database, accountProviders }: Pick<Services, 'database' | 'accountProviders'>,
  { merchantId, provider, customerId }: Customer,
): Promise<KnownBeneficiary[]> {
  const listed = await accountProviders.listBeneficiaries(provider, customerId);
  const stored = await readStored(database, merchantId, sql`customer_id = ${customerId}`);
  const ids = new Set(stored.map(({ beneficiaryId }) => beneficiaryId));
  const unknown = {
    nameCheck: 'NOT_CHECKED',
    nameAtBank: null,
    addedAt: null,
    addedBy: null,
    coolingUntil: null,
  } as const;
  const others = listed.filter(({ beneficiaryId }) => !ids.has(beneficiaryId));
  return [...stored, ...others.map((each) => ({ ...each, ...unknown }))];
}

interface Locked {
  merchantId: string;
  beneficiaryId: string;
  /** For who reads it: they keep out who disables it, and not one another. */
  isShared?: boolean;
}

/** Holds a beneficiary until the transaction ends, one that only its provider knows too: it has no row to be locked. */
export async function lockBeneficiary(
  { query }: Queries,
  { merchantId, beneficiaryId, isShared = false }: Locked,
): Promise<void> {
  const lock = isShared ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
  await query(sql`SELECT ${lock}(hashtextextended(${`beneficiary:${merchantId}:${beneficiaryId}`}, 0))`);
}

/** Holds a beneficiary against disabling until the transaction ends; false where it was disabled first. */
export async function holdEnabled(queries: Queries, merchantId: string, beneficiaryId: string): Promise<boolean> {
  await lockBeneficiary(queries, { merchantId, beneficiaryId, isShared: true });
  return (await findStored(queries, merchantId, beneficiaryId))?.status !== 'Disabled';
}

/** Stores one as it is known, so that it can be changed here; false where it stands already, which is left as it is. */
export async function store({ query }: Queries, merchantId: string, one: KnownBeneficiary): Promise<boolean> {
  const stored = await query(
    sql`INSERT INTO beneficiaries (merchant_id, beneficiary_id, customer_id, name, account_type, account_number, sort_code,
       iban, name_check, name_at_bank, added_at, added_by, cooling_until)
     VALUES (${merchantId}, ${one.beneficiaryId}, ${one.customerId}, ${one.name}, ${one.accountType}, ${one.accountNumber},
     ${one.sortCode}, ${one.iban}, ${one.nameCheck}, ${one.nameAtBank}, ${one.addedAt}, ${one.addedBy}, ${one.coolingUntil})
     ON CONFLICT DO NOTHING RETURNING 1`,
  );
  return stored.length > 0;
}

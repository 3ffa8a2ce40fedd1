import type { NameCheck } from '@volume/contract/payouts/beneficiaries.ts';
import type { ProviderBeneficiary, ProviderName } from '#providers/port.ts';
import { Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { sql, type Sql } from '#database/sql.ts';

/** A beneficiary in its current state: listed by the provider, or added, made a default or disabled here. */
export interface KnownBeneficiary extends ProviderBeneficiary {
  provider: ProviderName;
  nameCheck: NameCheck;
  nameAtBank: string | null;
  addedAt: Date | null;
  addedBy: string | null;
  /** Until then a payout to it needs a step-up. */
  coolingUntil: Date | null;
  /**
   * Whether the merchant has stored the same id for a beneficiary of another customer or provider; then this one cannot
   * be used.
   */
  isIdTaken: boolean;
}

/** A merchant's customer id at one of its providers. */
export interface Customer {
  merchantId: string;
  provider: ProviderName;
  customerId: string | null;
}

/** Whether both are the same customer at the same provider. */
export const isSameCustomer = (one: Omit<Customer, 'merchantId'>, other: Omit<Customer, 'merchantId'>): boolean =>
  one.provider === other.provider && one.customerId === other.customerId;

/**
 * Condition for the stored beneficiaries of a customer. An id is unique at one provider only, and the table has each id
 * of a merchant once. A wider key would not help: calls name a beneficiary by its id, and older builds would mistake
 * one row for the other. So a row is read for its own customer only, and `store` rejects the id of another one's. Rows
 * from before `provider` was stored can have none.
 */
export const ofCustomer = ({ merchantId, provider, customerId }: Customer): Sql =>
  sql`merchant_id = ${merchantId} AND customer_id = ${customerId} AND coalesce(provider, ${provider}) = ${provider}`;

const columns = sql`beneficiary_id AS "beneficiaryId", customer_id AS "customerId", name, account_type AS "accountType",
  account_number AS "accountNumber", sort_code AS "sortCode", iban,
  CASE WHEN disabled_at IS NULL THEN 'Active' ELSE 'Disabled' END AS status, name_check AS "nameCheck",
  name_at_bank AS "nameAtBank", added_at AS "addedAt", added_by AS "addedBy", cooling_until AS "coolingUntil"`;

async function readStored({ query }: Queries, customer: Customer, rest: Sql): Promise<KnownBeneficiary[]> {
  const rows = await query<Omit<KnownBeneficiary, 'provider' | 'isIdTaken'>>(
    sql`SELECT ${columns} FROM beneficiaries WHERE ${ofCustomer(customer)} AND ${rest} ORDER BY added_at, beneficiary_id`,
  );
  return rows.map((row) => ({ ...row, provider: customer.provider, isIdTaken: false }));
}

/** A stored beneficiary of a customer; undefined when only the provider knows it. */
export async function findStored(
  queries: Queries,
  customer: Customer,
  beneficiaryId: string,
): Promise<KnownBeneficiary | undefined> {
  const [found] = await readStored(queries, customer, sql`beneficiary_id = ${beneficiaryId}`);
  return found;
}

/**
 * Every beneficiary of a customer: the stored ones and those that only its provider lists. Calls the provider, so do
 * not use it in a transaction.
 */
export async function readBeneficiaries(
  { database, providers }: Pick<Services, 'database' | 'providers'>,
  customer: Customer & { customerId: string },
): Promise<KnownBeneficiary[]> {
  const { merchantId, provider, customerId } = customer;
  const listed = await providers.listBeneficiaries(provider, customerId);
  const stored = await readStored(database, customer, sql`TRUE`);
  const ids = new Set(stored.map(({ beneficiaryId }) => beneficiaryId));
  const others = listed.filter(({ beneficiaryId }) => !ids.has(beneficiaryId));
  const taken = await database.query<{ id: string }>(
    sql`SELECT beneficiary_id AS id FROM beneficiaries
      WHERE merchant_id = ${merchantId} AND beneficiary_id = ANY(${others.map((each) => each.beneficiaryId)}::text[])`,
  );
  const takenIds = new Set(taken.map(({ id }) => id));
  const unknown = {
    provider,
    nameCheck: 'NOT_CHECKED',
    nameAtBank: null,
    addedAt: null,
    addedBy: null,
    coolingUntil: null,
  } as const;
  return [...stored, ...others.map((each) => ({ ...each, ...unknown, isIdTaken: takenIds.has(each.beneficiaryId) }))];
}

interface Locked {
  merchantId: string;
  beneficiaryId: string;
  /** For readers: blocks disabling it, but not other readers. */
  isShared?: boolean;
}

/**
 * Locks a beneficiary until the transaction ends. An advisory lock, because one that only its provider knows has no row
 * to lock.
 */
export async function lockBeneficiary(
  { query }: Queries,
  { merchantId, beneficiaryId, isShared = false }: Locked,
): Promise<void> {
  const lock = isShared ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
  await query(sql`SELECT ${lock}(hashtextextended(${`beneficiary:${merchantId}:${beneficiaryId}`}, 0))`);
}

/** Prevents disabling a beneficiary until the transaction ends; false when it was disabled first. */
export async function holdEnabled(queries: Queries, customer: Customer, beneficiaryId: string): Promise<boolean> {
  await lockBeneficiary(queries, { merchantId: customer.merchantId, beneficiaryId, isShared: true });
  return (await findStored(queries, customer, beneficiaryId))?.status !== 'Disabled';
}

/**
 * Stores a beneficiary so that it can be changed here; false when it is already stored, which leaves it unchanged. 409
 * NUMBERED_ALIKE when its id is stored for a beneficiary of another customer or provider.
 */
export async function store(queries: Queries, merchantId: string, one: KnownBeneficiary): Promise<boolean> {
  const stored = await queries.query(
    sql`INSERT INTO beneficiaries (merchant_id, beneficiary_id, customer_id, provider, name, account_type, account_number,
       sort_code, iban, name_check, name_at_bank, added_at, added_by, cooling_until)
     VALUES (${merchantId}, ${one.beneficiaryId}, ${one.customerId}, ${one.provider}, ${one.name}, ${one.accountType},
     ${one.accountNumber}, ${one.sortCode}, ${one.iban}, ${one.nameCheck}, ${one.nameAtBank}, ${one.addedAt}, ${one.addedBy},
     ${one.coolingUntil})
     ON CONFLICT DO NOTHING RETURNING 1`,
  );
  if (stored.length > 0) return true;
  if (!(await findStored(queries, { ...one, merchantId }, one.beneficiaryId))) throw numberedAlike(409);
  return false;
}

/** The error when two beneficiaries of a merchant at different providers or customers have the same id. */
export const numberedAlike = (status: 409 | 422): Problem =>
  new Problem(
    status,
    'Another of your accounts has a different beneficiary with the same id at its provider, so this beneficiary cannot be used. Nothing was changed here, and no money was moved.',
    { statusName: 'NUMBERED_ALIKE' },
  );

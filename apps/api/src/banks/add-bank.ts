import { countryNames } from '@volume/contract/institutions/bank-labels.ts';
import { type BankDetails, addBank as endpoint, type NewBank } from '@volume/contract/institutions/banks.ts';
import { slugOf } from '@volume/contract/institutions/letters.ts';
import { type Action, recordActivity } from '#core/activity/record-activity.ts';
import { handle } from '#core/handler.ts';
import { notFound, Problem, wrongField } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { findBank } from './read-banks.ts';

type Given = Pick<Services, 'database' | 'settings'>;

/** Adds a bank after a step-up; payers are offered it from their next page on. */
export const addBank = handle(endpoint, async (call) => {
  const { services, body } = call;
  const institutionId = await createBank(services, body, call);
  const bank = await findBank(services.database, institutionId, services.clock.now());
  if (!bank) throw notFound('This bank');
  return bank;
});

/**
 * Adds a bank and returns its id, also for `npm run admin -- add-bank`. 400 when no id can be made of the name, 409 when
 * the id is taken or payers would see two banks of this name.
 */
export async function createBank({ database, settings }: Given, bank: NewBank, by: Action): Promise<string> {
  const institutionId = bank.institutionId ?? slugOf(bank.name);
  if (institutionId === '') throw wrongField('institutionId', 'is required, because the name has no Latin letter');
  await database.transaction(async (queries) => {
    await lockBanks(queries);
    await refuseSameName(queries, institutionId, bank);
    await insert(queries, institutionId, bank, settings.provider === 'SIMULATED' ? 'SANDBOX' : 'LIVE');
    const detail = `${bank.name}: ${describeBank(bank)}`;
    await recordActivity(queries, by, { merchantId: null, action: 'BANK_ADDED', subject: institutionId, detail });
  });
  return institutionId;
}

async function insert(queries: Queries, institutionId: string, bank: NewBank, environmentType: string): Promise<void> {
  const { name, fullName, letters, countries, currencies } = toStored(bank);
  const added = await queries.query(
    sql`INSERT INTO institutions (institution_id, name, full_name, letters, countries, currencies, environment_type)
      VALUES (${institutionId}, ${name}, ${fullName}, ${letters}, ${countries}::jsonb, ${currencies}::text[],
        ${environmentType})
      ON CONFLICT (institution_id) DO NOTHING RETURNING institution_id`,
  );
  if (added.length > 0) return;
  throw new Problem(409, `A bank with the id ${institutionId} exists already. Nothing was added.`, {
    code: 'BANK_EXISTS',
    field: 'institutionId',
  });
}

/** Names are compared and written one after the other, until the end of the transaction. */
export async function lockBanks({ query }: Queries): Promise<void> {
  await query(sql`SELECT pg_advisory_xact_lock(hashtextextended('banks', 0))`);
}

/** Payers see the names of banks that take the currency of their payment. */
export async function refuseSameName(
  { query }: Queries,
  institutionId: string,
  { name, currencies }: BankDetails,
): Promise<void> {
  const [same] = await query<{ institutionId: string }>(
    sql`SELECT institution_id AS "institutionId" FROM institutions WHERE lower(name) = lower(${name}::text)
      AND currencies && ${currencies}::text[] AND institution_id <> ${institutionId} LIMIT 1`,
  );
  if (!same) return;
  const message = `Payers would see two banks called ${name}: the bank ${same.institutionId} has this name and takes`;
  throw new Problem(409, `${message} the same currency. Nothing was changed.`, { code: 'BANK_EXISTS', field: 'name' });
}

/** The values of a bank's columns, each country and currency once. */
export function toStored({ name, fullName, letters, countries, currencies }: BankDetails) {
  const named = [...new Set(countries)].map((code) => ({ displayName: countryNames[code], countryCode2: code }));
  return {
    name,
    fullName: fullName ?? name,
    letters: letters?.toUpperCase() ?? null,
    countries: JSON.stringify(named),
    currencies: [...new Set(currencies)].toSorted(),
  };
}

/** `GB, IE; EUR, GBP` for the activity. */
export const describeBank = ({ countries, currencies }: Pick<BankDetails, 'countries' | 'currencies'>): string =>
  [countries, currencies].map((each) => [...new Set(each)].join(', ')).join('; ');

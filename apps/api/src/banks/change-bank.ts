import type { Bank } from '@volume/contract/institutions/banks.ts';
import {
  changeBank as changeEndpoint,
  switchBankOff as switchOffEndpoint,
  switchBankOn as switchOnEndpoint,
} from '@volume/contract/institutions/banks.ts';
import { parseUtc } from '@volume/contract/lists/period.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type Call, handle, type Handler } from '#core/handler.ts';
import { notFound, Problem } from '#core/problem.ts';
import { requireUnchanged } from '#core/require-unchanged.ts';
import { readPerson } from '#core/people/people.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { addBank, lockBanks, refuseSameName, toStored } from './add-bank.ts';
import { listBanks } from './list-banks.ts';
import { findBank } from './read-banks.ts';

/** Changes a bank's details after a step-up; 409 when they have changed since the version in If-Match (contract §11). */
const changeBank = handle(changeEndpoint, async (call) => {
  const { params, body, request, services } = call;
  const { institutionId } = params;
  const now = services.clock.now();
  return services.database.transaction(async (queries) => {
    await lockBanks(queries);
    const before = required(await findBank(queries, institutionId, now, 'FOR UPDATE'));
    requireUnchanged(request, { version: before.version, current: before });
    await refuseSameName(queries, institutionId, body);
    const { name, fullName, letters, countries, currencies } = toStored(body);
    await queries.query(
      sql`UPDATE institutions SET name = ${name}, full_name = ${fullName}, letters = ${letters},
        countries = ${countries}::jsonb, currencies = ${currencies}::text[] WHERE institution_id = ${institutionId}`,
    );
    const after = required(await findBank(queries, institutionId, now));
    const detail = describeChange(before, after);
    await recordActivity(queries, call, { merchantId: null, action: 'BANK_CHANGED', subject: institutionId, detail });
    return after;
  });
});

/** `name AIB → AIB (NI), countries IE → GB, IE`. */
function describeChange(before: Bank, after: Bank): string {
  const facts = ({ name, fullName, letters, countries, currencies }: Bank) => ({
    name,
    'full name': fullName,
    letters: letters ?? 'of the name',
    countries: countries.map(({ countryCode2 }) => countryCode2).join(', '),
    currencies: currencies.join(', '),
  });
  const now: Record<string, string> = facts(after);
  const changes = Object.entries(facts(before)).filter(([fact, value]) => now[fact] !== value);
  return changes.map(([fact, value]) => `${fact} ${value || 'none'} → ${now[fact]}`).join(', ') || 'unchanged';
}

/** Hides a bank on pay pages after a step-up. Of two administrators at the same time, the second gets 409. */
const switchBankOff = handle(switchOffEndpoint, async (call) => {
  const { params, body, caller, services } = call;
  const reason = body.reason ?? null;
  await services.database.transaction(async (queries) => {
    const switched = await queries.query<{ name: string }>(
      sql`UPDATE institutions SET switched_off_at = ${services.clock.now()}, switched_off_by = ${caller.email},
        switched_off_reason = ${reason}
        WHERE institution_id = ${params.institutionId} AND switched_off_at IS NULL RETURNING name`,
    );
    const name = await nameOfSwitched(queries, call, switched);
    const detail = [name, reason].filter(Boolean).join('. ');
    await note(queries, call, 'BANK_SWITCHED_OFF', detail);
  });
});

/** Offers a bank again after a step-up; 409 when it is on already. */
const switchBankOn = handle(switchOnEndpoint, async (call) => {
  await call.services.database.transaction(async (queries) => {
    const switched = await queries.query<{ name: string }>(
      sql`UPDATE institutions SET switched_off_at = NULL, switched_off_by = NULL, switched_off_reason = NULL
        WHERE institution_id = ${call.params.institutionId} AND switched_off_at IS NOT NULL RETURNING name`,
    );
    await note(queries, call, 'BANK_SWITCHED_ON', await nameOfSwitched(queries, call, switched));
  });
});

type SwitchCall = Pick<Call<typeof switchOnEndpoint>, 'params' | 'caller' | 'services' | 'request'>;

/** The bank's name; 404 for an unknown bank, 409 for one that was switched already. */
async function nameOfSwitched(
  queries: Queries,
  { params, services }: SwitchCall,
  [switched]: readonly { name: string }[],
): Promise<string> {
  if (switched) return switched.name;
  const bank = required(await findBank(queries, params.institutionId, services.clock.now()));
  const { name, switchedOffBy, switchedOffAtUtc } = bank;
  if (switchedOffAtUtc === null)
    throw new Problem(409, `${name} is already on. Nothing was changed.`, { code: 'BANK_ALREADY_ON' });
  const by = await readPerson(queries, null, switchedOffBy ?? '');
  const at = new Date(parseUtc(switchedOffAtUtc)).toISOString().slice(0, 16).replace('T', ' ');
  throw new Problem(409, `${name} is already off: ${by} switched it off on ${at} UTC. Nothing was changed.`, {
    code: 'BANK_ALREADY_OFF',
  });
}

const note = (
  queries: Queries,
  call: SwitchCall,
  action: 'BANK_SWITCHED_OFF' | 'BANK_SWITCHED_ON',
  detail: string,
): Promise<void> =>
  recordActivity(queries, call, { merchantId: null, action, subject: call.params.institutionId, detail });

function required(bank: Bank | null): Bank {
  if (!bank) throw notFound('This bank');
  return bank;
}

export const bankHandlers: readonly Handler[] = [listBanks, addBank, changeBank, switchBankOff, switchBankOn];

import { foldEmailAddress } from '@volume/contract/text/email-address.ts';
import { sayMajor } from '@volume/contract/money/money.ts';
import type { NewMerchant } from '@volume/contract/merchants/new-merchant.ts';
import { type Action, byItself, recordActivity } from '#core/activity/record-activity.ts';
import { freeAddress } from '#core/accounts.ts';
import { newPasswordLink, type PasswordLink, storePasswordLink } from '#core/mail/mail-password-link.ts';
import { toBase64Url } from '#core/secrets/keyed-hash.ts';
import type { Services } from '#core/services.ts';
import { type WriteContext, writeContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { checkApplications, openApplication, type OpenApplication, writeApplication } from './open-applications.ts';

type Given = Pick<Services, 'database' | 'clock' | 'random' | 'vault' | 'settings' | 'providers'>;

interface Created {
  kind: 'CREATED';
  merchantId: string;
  applications: { applicationId: string; applicationName: string }[];
  link: string;
}

/** Only `CREATED` has written anything. `isTaken` means that the company's name or the first user's address is in use. */
type Outcome =
  | Created
  | { kind: 'EXISTS'; merchantId: string }
  | { kind: 'REFUSED'; faults: string[]; isTaken: boolean }
  | { kind: 'VALID' };

/** The invitation of the first user, for the transaction that creates the merchant. */
export interface Invitation {
  userAccountId: string;
  type: 'SET_PASSWORD';
  link: PasswordLink;
}

interface Manner {
  /** Recorded in the activity: the name of a process, or an administrator's call. */
  by: string | Action;
  isDryRun?: boolean;
  /** Refuses the name of another merchant, and any other request for one that exists. */
  isStrict?: boolean;
  /** Stores the link by default; `CREATED` returns it. */
  invite?: (queries: Queries, invitation: Invitation) => Promise<void>;
  /** Writes in the same transaction. */
  alsoWrite?: (queries: Queries) => Promise<void>;
}

/**
 * Creates a merchant with its applications, accounts and first user in one transaction. If a merchant of that name has a
 * first user with that address, it exists already and stays unchanged. With `isDryRun` everything is checked and nothing
 * is written.
 */
export async function createMerchant(services: Given, given: NewMerchant, manner: Manner): Promise<Outcome> {
  const context = writeContext(services);
  const from = await hashOf(given);
  const looked = await lookUp(services.database, { given, from, now: context.at }, manner);
  if ('merchantId' in looked) return { kind: 'EXISTS', merchantId: looked.merchantId };
  const checked = await checkApplications(services, given.applications);
  const faults = [...looked.taken, ...refuseLimit(services, given), ...checked.faults];
  if (faults.length > 0) return { kind: 'REFUSED', faults, isTaken: looked.taken.length > 0 };
  if (manner.isDryRun === true) return { kind: 'VALID' };
  const merchantId = context.newId();
  const applications: OpenApplication[] = [];
  for (const [place, each] of checked.applications.entries()) {
    // Ids sort by time, and the oldest application is the default one (§4): the first of the file.
    const at = new Date(context.at.getTime() + place);
    const { newId } = writeContext({ clock: { now: () => at }, random: services.random });
    applications.push(await openApplication(services, newId(), merchantId, each));
  }
  const link = await newPasswordLink(services);
  try {
    await services.database.transaction((queries) =>
      write({ services, queries, given, from, context, manner }, { merchantId, applications, link }),
    );
  } catch (error) {
    // For concurrent calls, the unique index of addresses and the lock on names decide.
    if (!(error instanceof NameTaken) && (error as { code?: unknown }).code !== '23505') throw error;
    const winner = await lookUp(services.database, { given, from, now: context.at }, manner);
    if ('merchantId' in winner) return { kind: 'EXISTS', merchantId: winner.merchantId };
    if (winner.taken.length === 0) throw error;
    return { kind: 'REFUSED', faults: winner.taken, isTaken: true };
  }
  return { kind: 'CREATED', merchantId, applications: applications.map(nameOf), link: link.url };
}

class NameTaken extends Error {}

/** SHA-256 of the request, to recognise the same one. */
async function hashOf(given: NewMerchant): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(given));
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

const nameOf = ({ applicationId, given: { applicationName } }: OpenApplication) => ({ applicationId, applicationName });

interface Writing {
  services: Given;
  queries: Queries;
  given: NewMerchant;
  from: string;
  context: WriteContext;
  manner: Manner;
}

interface Prepared {
  merchantId: string;
  applications: readonly OpenApplication[];
  link: PasswordLink;
}

async function write(writing: Writing, { merchantId, applications, link }: Prepared): Promise<void> {
  const { services, queries, given, from, context, manner } = writing;
  const { email } = given.firstUser;
  if (manner.isStrict === true) await lockName(queries, given);
  await freeAddress(queries, email, context.at);
  await writeMerchant(queries, given, { merchantId, from, at: context.at });
  for (const application of applications) await writeApplication(queries, context, merchantId, application);
  const userAccountId = services.random.uuid();
  await writeFirstUser(queries, given, { merchantId, userAccountId, at: context.at });
  const invitation = { userAccountId, type: 'SET_PASSWORD', link } as const;
  await (manner.invite ?? ((own, asked) => storePasswordLink(own, services.clock, asked)))(queries, invitation);
  await manner.alsoWrite?.(queries);
  const call = typeof manner.by === 'string' ? byItself(services, manner.by) : manner.by;
  const detail = given.companyName;
  await recordActivity(queries, call, { merchantId, action: 'MERCHANT_CREATED', subject: merchantId, detail });
  await recordActivity(queries, call, { merchantId, action: 'USER_ADDED', subject: email, detail: 'MERCHANT_ADMIN' });
}

const week = 7 * 86_400_000;

/** Two administrators who create merchants, or change the name of one, wait for each other here. */
export async function lockNames({ query }: Queries): Promise<void> {
  await query(sql`SELECT pg_advisory_xact_lock(hashtextextended('new-merchant', 0))`);
}

/** Refuses a name that another merchant has. */
async function lockName(queries: Queries, { companyName }: NewMerchant): Promise<void> {
  const { query } = queries;
  await lockNames(queries);
  const named = await query(sql`SELECT FROM merchants WHERE lower(company_name) = lower(${companyName}) LIMIT 1`);
  if (named.length > 0) throw new NameTaken();
}

interface Wanted {
  given: NewMerchant;
  from: string;
  now: Date;
}

/** The merchant if it exists already, otherwise a sentence for its name and its first user's address if one is taken. */
async function lookUp(
  { query }: Queries,
  { given, from, now }: Wanted,
  { isStrict = false }: Manner,
): Promise<{ merchantId: string } | { taken: string[] }> {
  const { companyName, firstUser } = given;
  // In one statement: a concurrent identical request must not see the name without its owner.
  const [found] = await query<{ merchantId: string | null; isHeld: boolean; isNamed: boolean }>(
    sql`SELECT same.merchant_id AS "merchantId",
        coalesce(a.invitation <> 'PENDING' OR a.created_at > ${new Date(now.getTime() - week)}, false) AS "isHeld",
        ${isStrict}::boolean AND EXISTS (SELECT FROM merchants WHERE lower(company_name) = lower(${companyName})) AS "isNamed"
      FROM (SELECT ${foldEmailAddress(firstUser.email)}::text AS address) AS given
      LEFT JOIN accounts AS a ON lower(a.email COLLATE "C") = given.address
      LEFT JOIN merchants AS same ON same.merchant_id = a.merchant_id AND same.company_name = ${companyName}
        AND (NOT ${isStrict}::boolean OR same.created_from = ${from})`,
  );
  if (found?.merchantId != null) return { merchantId: found.merchantId };
  return {
    taken: [
      ...(found?.isNamed ? [`companyName is already in use: ${companyName}`] : []),
      // An expired invitation frees the address (`freeAddress` decides).
      ...(found?.isHeld ? [`firstUser.email is already in use: ${firstUser.email}`] : []),
    ],
  };
}

function refuseLimit({ settings }: Given, { limits }: NewMerchant): string[] {
  if (limits.largestAmount === null || limits.largestAmount <= settings.largestAmount) return [];
  return [`limits.largestAmount must be at most LARGEST_AMOUNT, which is ${sayMajor(settings.largestAmount)}`];
}

interface Named {
  merchantId: string;
  from: string;
  at: Date;
}

async function writeMerchant({ query }: Queries, given: NewMerchant, { merchantId, from, at }: Named): Promise<void> {
  await query(
    sql`INSERT INTO merchants (merchant_id, email, company_name, payment_flat_fee_in_percentage, largest_amount, created_from,
        created_at)
      VALUES (${merchantId}, ${given.email}, ${given.companyName}, ${given.paymentFlatFeeInPercentage},
      ${given.limits.largestAmount}, ${from}, ${at})`,
  );
}

async function writeFirstUser(
  { query }: Queries,
  { firstUser: { email, name, phone } }: NewMerchant,
  { merchantId, userAccountId, at }: Omit<Named, 'from'> & { userAccountId: string },
): Promise<void> {
  await query(
    sql`INSERT INTO accounts (user_account_id, email, name, phone, merchant_id, roles, invitation, created_at)
     VALUES (${userAccountId}, ${email}, ${name}, ${phone}, ${merchantId}, array['MERCHANT_ADMIN'], 'PENDING', ${at})`,
  );
}

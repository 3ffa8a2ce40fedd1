import { foldEmailAddress } from '@volume/contract/text/email-address.ts';
import { sayMajor } from '@volume/contract/money/money.ts';
import type { NewMerchant } from '@volume/contract/merchants/new-merchant.ts';
import { byItself, recordActivity } from '#core/activity/record-activity.ts';
import { freeAddress } from '#core/accounts.ts';
import { newPasswordLink, type PasswordLink, storePasswordLink } from '#core/mail/mail-password-link.ts';
import type { Services } from '#core/services.ts';
import { type WriteContext, writeContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { checkApplications, openApplication, type OpenApplication, writeApplication } from './open-applications.ts';

type Given = Pick<Services, 'database' | 'clock' | 'random' | 'vault' | 'settings' | 'accountProviders'>;

interface Created {
  kind: 'CREATED';
  merchantId: string;
  applications: { applicationId: string; applicationName: string }[];
  link: string;
}

/** Only `CREATED` has written anything. */
type Outcome =
  | Created
  | { kind: 'EXISTS'; merchantId: string }
  | { kind: 'REFUSED'; faults: string[] }
  | { kind: 'VALID' };

/**
 * Creates a merchant with its applications, accounts and first user in one transaction; `by` is recorded in the
 * activity. If a merchant of that name has a first user with that address, it exists already and stays unchanged. With
 * `isDryRun` everything is checked and nothing is written.
 */
export async function createMerchant(
  services: Given,
  given: NewMerchant,
  { by, isDryRun }: { by: string; isDryRun: boolean },
): Promise<Outcome> {
  const context = writeContext(services);
  const holder = await findHolder(services.database, given, context.at);
  if (holder?.isSame) return { kind: 'EXISTS', merchantId: holder.merchantId };
  const checked = await checkApplications(services, given.applications);
  const isTaken = holder !== undefined && !holder.isExpired;
  const faults = [...(isTaken ? [taken(given)] : []), ...refuseLimit(services, given), ...checked.faults];
  if (faults.length > 0) return { kind: 'REFUSED', faults };
  if (isDryRun) return { kind: 'VALID' };
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
      write({ services, queries, given, context, by }, { merchantId, applications, link }),
    );
  } catch (error) {
    // For concurrent calls the unique index of addresses decides.
    if ((error as { code?: unknown }).code === '23505') return { kind: 'REFUSED', faults: [taken(given)] };
    throw error;
  }
  return { kind: 'CREATED', merchantId, applications: applications.map(nameOf), link: link.url };
}

const nameOf = ({ applicationId, given: { applicationName } }: OpenApplication) => ({ applicationId, applicationName });
const taken = ({ firstUser }: NewMerchant): string => `firstUser.email is already in use: ${firstUser.email}`;

interface Writing {
  services: Given;
  queries: Queries;
  given: NewMerchant;
  context: WriteContext;
  by: string;
}

interface Prepared {
  merchantId: string;
  applications: readonly OpenApplication[];
  link: PasswordLink;
}

async function write(writing: Writing, { merchantId, applications, link }: Prepared): Promise<void> {
  const { services, queries, given, context, by } = writing;
  const { email } = given.firstUser;
  await freeAddress(queries, email, context.at);
  await writeMerchant(queries, given, { merchantId, at: context.at });
  for (const application of applications) await writeApplication(queries, context, merchantId, application);
  const userAccountId = services.random.uuid();
  await writeFirstUser(queries, given, { merchantId, userAccountId, at: context.at });
  await storePasswordLink(queries, services.clock, { userAccountId, type: 'SET_PASSWORD', link });
  const call = byItself(services, by);
  const detail = given.companyName;
  await recordActivity(queries, call, { merchantId, action: 'MERCHANT_CREATED', subject: merchantId, detail });
  await recordActivity(queries, call, { merchantId, action: 'USER_ADDED', subject: email, detail: 'MERCHANT_ADMIN' });
}

const week = 7 * 86_400_000;

/** The account that has the first user's address. An expired invitation frees the address (`freeAddress` decides). */
async function findHolder({ query }: Queries, { companyName, firstUser }: NewMerchant, now: Date) {
  const [holder] = await query<{ merchantId: string; isSame: boolean; isExpired: boolean }>(
    sql`SELECT a.merchant_id AS "merchantId", coalesce(m.company_name = ${companyName}, false) AS "isSame",
        a.invitation = 'PENDING' AND a.created_at <= ${new Date(now.getTime() - week)} AS "isExpired"
      FROM accounts AS a LEFT JOIN merchants AS m ON m.merchant_id = a.merchant_id
      WHERE lower(a.email COLLATE "C") = ${foldEmailAddress(firstUser.email)}`,
  );
  return holder;
}

function refuseLimit({ settings }: Given, { limits }: NewMerchant): string[] {
  if (limits.largestAmount === null || limits.largestAmount <= settings.largestAmount) return [];
  return [`limits.largestAmount must be at most LARGEST_AMOUNT, which is ${sayMajor(settings.largestAmount)}`];
}

interface Named {
  merchantId: string;
  at: Date;
}

async function writeMerchant({ query }: Queries, given: NewMerchant, { merchantId, at }: Named): Promise<void> {
  await query(
    sql`INSERT INTO merchants (merchant_id, email, company_name, payment_flat_fee_in_percentage, largest_amount, created_at)
      VALUES (${merchantId}, ${given.email}, ${given.companyName}, ${given.paymentFlatFeeInPercentage},
      ${given.limits.largestAmount}, ${at})`,
  );
}

async function writeFirstUser(
  { query }: Queries,
  { firstUser: { email, name, phone } }: NewMerchant,
  { merchantId, userAccountId, at }: Named & { userAccountId: string },
): Promise<void> {
  await query(
    sql`INSERT INTO accounts (user_account_id, email, name, phone, merchant_id, roles, invitation, created_at)
     VALUES (${userAccountId}, ${email}, ${name}, ${phone}, ${merchantId}, array['MERCHANT_ADMIN'], 'PENDING', ${at})`,
  );
}

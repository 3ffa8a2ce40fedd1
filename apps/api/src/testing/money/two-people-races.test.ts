import { setApprovalPolicy } from '@volume/contract/approvals/policy.ts';
import { setDefaultBeneficiary } from '@volume/contract/payouts/beneficiaries.ts';
import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { setApiKeySettings } from '@volume/contract/api-keys/api-keys.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import type { Books } from '#ledger/transfer.ts';
import { makeApiKey } from '#testing/api-keys/make-api-key.ts';
import { openPeople } from '#testing/open-people.ts';
import { accountIdOf, emailOf, ids } from '#testing/seed-people.ts';
import { type ApprovalWorld, createApprovalWorld, keyed, shop } from './approval-world.ts';
import { countDeadlocks } from './count-deadlocks.ts';
import { createNaiveTwin } from './naive-twin.ts';

const rounds = process.env['TEST_COUNTS'] === 'full' ? 100 : 3;
const patience = 120_000 + rounds * 6_000;
const ten = Array.from({ length: 10 }, (_, index) => index);

let database: Database;
let world: ApprovalWorld;
beforeAll(async () => {
  database = await openPeople();
  world = await createApprovalWorld(database);
  await world.setPolicy({ GBP: 500, EUR: 500 });
});
afterAll(() => database.close());

const payBy = (headers: Record<string, string>, { payInAccountId }: Books, amount: number) =>
  world.api.call(makePayout, {
    params: shop,
    headers: { ...headers, ...keyed() },
    body: { payInAccountId, amount: amount / 100 },
  });
async function readExcluded({ payInAccountId }: Books): Promise<{ orderId: string; excluded: string[] }[]> {
  return database.query(
    `SELECT order_id AS "orderId", ARRAY(SELECT jsonb_array_elements(excluded)->>'userAccountId') AS excluded
     FROM approvals WHERE payee_detail_id = $1`,
    [payInAccountId],
  );
}

async function countUnapproved({ payInAccountId }: Books): Promise<number> {
  const found = await database.query(
    `SELECT FROM outbound_payments AS o WHERE payee_detail_id = $1
     AND NOT EXISTS (SELECT FROM approvals AS a WHERE a.order_id = o.payout_payment_id)`,
    [payInAccountId],
  );
  return found.length;
}

describe(`${rounds} rounds`, () => {
  test(
    'ten concurrent payouts to one recipient pass without an approval only up to the threshold',
    { timeout: patience },
    async () => {
      for (let round = 0; round < rounds; round++) {
        world.api.pass({ hours: 25 });
        const books = await world.openAccount(500_000);
        const users = await Promise.all([world.as('editor'), world.as('merchantadmin')]);
        const answers = await Promise.all(ten.map((each) => world.payOutAs(users[each % 2]!, books, 20_000)));
        const made = answers.map((answer) => answer.value());
        expect(made.filter(({ approval }) => approval?.state === 'WAITING')).toHaveLength(8);
        for (const { payoutPaymentId, approval } of made) {
          if (approval) expect((await world.refuse(payoutPaymentId, 'admin')).status).toBe(200);
        }
        await world.settle();
      }
    },
  );

  test(
    'once a stricter policy is saved, no concurrent payout passes without an approval',
    { timeout: patience },
    async () => {
      for (let round = 0; round < rounds; round++) {
        world.api.pass({ hours: 25 });
        const books = await world.openAccount(10 * 50_001);
        await database.query('DELETE FROM approval_policies WHERE merchant_id = $1', [ids.harbour]);
        const [editor, admin] = [await world.as('editor'), await world.as('merchantadmin')];
        const policy = { ...admin, params: { merchantId: ids.harbour }, body: { GBP: 500, EUR: 500 } };
        const [unapprovedThen] = await Promise.all([
          world.api.call(setApprovalPolicy, policy).then(() => countUnapproved(books)),
          // One penny above the threshold, so that no payout can pass once the policy is set.
          ...ten.map(() => world.payOutAs(editor, books, 50_001)),
        ]);
        expect(await countUnapproved(books)).toBe(unapprovedThen);
        await world.settle();
      }
    },
  );

  test(
    'an order by a key excludes the users who made and loosened the key, even if the key is reset concurrently',
    { timeout: patience },
    async () => {
      for (let round = 0; round < rounds; round++) {
        world.api.pass({ hours: 25 });
        const books = await world.openAccount(10 * 60_000);
        const headers = await makeApiKey(world.api, { by: 'merchantadmin' });
        const settings = {
          ...(await world.as('merchantadmin')),
          params: { ...shop, key: 'PRIMARY' },
          body: { moneyLimit: 1_000_000, allowedAddresses: [] },
        };
        expect((await world.api.call(setApiKeySettings, settings)).status).toBe(200);
        const [answers] = await Promise.all([
          Promise.all(ten.map(() => payBy(headers, books, 60_000))),
          makeApiKey(world.api, { by: 'editor' }),
        ]);
        expect(answers.every(({ status }) => status === 200 || status === 401)).toBe(true);
        const orders = await readExcluded(books);
        expect(orders).toHaveLength(answers.filter(({ status }) => status === 200).length);
        for (const { excluded } of orders) expect(excluded).toContain(accountIdOf('merchantadmin'));
        for (const { orderId } of orders) expect((await world.refuse(orderId, 'admin')).status).toBe(200);
      }
    },
  );

  test(
    'a payout excludes the user who chose its default beneficiary, even if another is chosen concurrently',
    { timeout: patience },
    async () => {
      for (let round = 0; round < rounds; round++) {
        world.api.pass({ hours: 25 });
        const books = await world.openAccount(10 * 60_000);
        const { payInAccountId } = books;
        const named = [`first-${payInAccountId}`, `second-${payInAccountId}`] as const;
        for (const [index, id] of named.entries()) {
          await database.query(
            `INSERT INTO beneficiaries (merchant_id, beneficiary_id, customer_id, name, account_type, account_number, sort_code, name_check)
             VALUES ($1, $2, $3, 'Hazel Ltd', 'SCAN', $4, '20-11-09', 'MATCHES')`,
            [ids.harbour, id, `C${payInAccountId}`, String(10_000_000 + payInAccountId * 10 + index)],
          );
        }
        const choose = async (by: 'editor' | 'merchantadmin', beneficiaryId: string) =>
          world.api.call(setDefaultBeneficiary, {
            ...(await world.as(by)),
            params: { ...shop, beneficiaryId },
            body: { payInAccountId },
          });
        expect((await choose('editor', named[0])).status).toBe(200);
        const admin = await world.as('admin');
        const [answers] = await Promise.all([
          Promise.all(ten.map(() => world.payOutAs(admin, books, 60_000))),
          choose('merchantadmin', named[1]),
        ]);
        for (const answer of answers) {
          const { approval, payoutRequestDetails } = answer.value();
          const chooser = payoutRequestDetails.destination.id === named[0] ? 'editor' : 'merchantadmin';
          expect(approval?.excluded).toContainEqual({
            email: `${chooser}@test.example`,
            reason: 'DEFAULT_BENEFICIARY',
          });
        }
        for (const { orderId } of await readExcluded(books)) await world.cancel(orderId, 'admin');
      }
    },
  );

  test('leave books that pass the audit, without deadlocks', async () => {
    await world.settle();
    expect(await audit(database)).toEqual([]);
    expect(await countDeadlocks(database)).toBe(0);
  });
});

test('adding up and then writing without a lock exceeds the threshold (naive twin)', async () => {
  const twin = await createNaiveTwin(database, 50_000);
  await Promise.all(ten.map(() => twin.take(20_000)));
  // Run one after the other, as on the embedded database, two fit.
  if (database.kind === 'postgres') expect(await twin.taken()).toBeGreaterThan(50_000);
  else expect(await twin.taken()).toBe(40_000);
});

test('determining who is responsible after accepting the order names the user who reset the key in between (naive twin)', async () => {
  const readResponsible = async () =>
    (
      await database.query<{ by: string }>(
        "SELECT updated_by AS by FROM application_secrets WHERE application_id = $1 AND key = 'PRIMARY'",
        [shop.applicationId],
      )
    )[0]?.by;
  await makeApiKey(world.api, { by: 'merchantadmin' });
  // The naive twin accepts an order with the key that merchantadmin made. The reset completes before it reads who is
  // responsible.
  await makeApiKey(world.api, { by: 'editor' });
  expect(await readResponsible()).toBe(emailOf('editor'));
});

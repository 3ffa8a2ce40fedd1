import { changeMerchantLimits } from '@volume/contract/merchants/merchant-settings.ts';
import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replayedHeader } from '@volume/contract/headers.ts';
import type { Database } from '#database/database.ts';
import { pausingBefore, untilDoneOrBlocked } from '#testing/access/pausing.ts';
import { type ApprovalWorld, createApprovalWorld, shop } from '#testing/money/approval-world.ts';
import { openPeople } from '#testing/open-people.ts';
import { ids } from '#testing/seed-people.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let world: ApprovalWorld;

beforeAll(async () => {
  database = await openPeople();
  world = await createApprovalWorld(database);
  await world.openAccount(500_000);
});
afterAll(() => database.close());

test('a payout that is repeated after midnight, while the first call is still running, gets its answer in spite of a lower limit', async () => {
  const { api } = world;
  const now = api.services.clock.now().getTime();
  const tomorrow = new Date(now + 86_400_000).toISOString().slice(0, 10);
  const input = { params: { merchantId: ids.harbour }, body: { largestAmount: 50, fromDay: tomorrow } };
  const planned = await api.call(changeMerchantLimits, { ...(await world.as('admin')), ...input });
  expect(planned.status, planned.text).toBe(200);
  const seconds = (Date.parse(tomorrow) - now) / 1_000 - 1;
  api.pass({ seconds });
  const given = await world.as('editor');
  const payOut = (by: TestApp) =>
    by.call(makePayout, { ...given, params: shop, body: { payInAccountId: 1, amount: 60 } });
  let again: ReturnType<typeof payOut> | undefined;
  const pause = async () => {
    api.pass({ seconds: 2 });
    again = payOut(api);
    await untilDoneOrBlocked(database, again);
  };
  const before = createTestApp(pausingBefore(database, /UPDATE idempotency_keys SET answer_status/, pause));
  before.pass({ seconds });
  const first = await payOut(before);
  expect(first.status, first.text).toBe(200);
  const second = await again;
  expect([second?.status, second?.text]).toEqual([200, first.text]);
  expect(second?.headers.get(replayedHeader)).toBe('true');
});

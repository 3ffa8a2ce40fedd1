import { listBulkJobs } from '@volume/contract/bulk/bulk.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { listActivity, listPlatformActivity } from '@volume/contract/users/activity.ts';
import { listWebhookDeliveries } from '@volume/contract/webhooks/webhooks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { platformId } from '#core/activity/record-activity.ts';
import type { Database } from '#database/database.ts';
import { openPeople } from './open-people.ts';
import { ids, type TestPerson } from './seed-people.ts';
import { signInAs } from './sign-in-as.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const rows = 1_012;
const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const activityOf = (owner: string) => `
  INSERT INTO activity (merchant_id, activity_id, at, actor, action, subject)
  SELECT '${owner}', gen_random_uuid(), now() - interval '1 minute' * n, 'many@example.com', 'SIGNED_IN', '' FROM generate_series(1, ROWS) AS n`;

const lists: [name: string, endpoint: AnyEndpoint, fill: string, person: TestPerson, filter: string][] = [
  ['activity', listActivity, activityOf(ids.harbour), 'editor', 'actor=many'],
  ["the platform's activity", listPlatformActivity, activityOf(platformId), 'admin', 'actor=many'],
  [
    'webhook deliveries',
    listWebhookDeliveries,
    `INSERT INTO webhook_deliveries (merchant_id, delivery_id, application_id, kind, object_id, url, state, created_at, request_body)
     SELECT '${ids.harbour}', gen_random_uuid(), '${ids.harbourShop}', 'PAYMENT', gen_random_uuid(), 'https://a.example', 'GAVE_UP',
       now() - interval '1 minute' * n, '{}' FROM generate_series(1, ROWS) AS n`,
    'editor',
    '',
  ],
  [
    'bulk jobs',
    listBulkJobs,
    `INSERT INTO bulk_jobs (merchant_id, bulk_job_id, application_id, kind, state, user_account_id, created_by, created_at, queued_at)
     SELECT '${ids.harbour}', gen_random_uuid(), '${ids.harbourShop}', 'RESEND', 'DONE', gen_random_uuid(), 'a@b.example',
       now() - interval '1 minute' * n, now() - interval '1 minute' * n FROM generate_series(1, ROWS) AS n`,
    'editor',
    '',
  ],
];

let database: Database;
let api: TestApp;
beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database);
}, 180_000);
afterAll(() => database.close());

test.each(lists)('%s: counting stops after 1,000 rows, and the pages beyond are read as before', async (...list) => {
  const [, endpoint, fill, person, filter] = list;
  const token = await signInAs(api, person);
  const read = async (page: number) => {
    const query = `page=${page}&size=10&${filter}`;
    const found = (await api.call(endpoint, { token, params, query })).value() as Record<string, number | boolean>;
    const { numberOfElements, totalElements, totalPages, isTotalAtLeast, last } = found;
    return [numberOfElements, totalElements, totalPages, isTotalAtLeast, last];
  };
  await database.run(fill.replace('ROWS', '1000'));
  expect(await read(0)).toEqual([10, 1_000, 100, false, false]);
  expect(await read(99)).toEqual([10, 1_000, 100, false, true]);
  await database.run(fill.replace('ROWS', String(rows - 1_000)));
  expect(await read(0)).toEqual([10, 1_001, 101, true, false]);
  expect(await read(100)).toEqual([10, 1_011, 102, true, false]);
  expect(await read(101)).toEqual([2, rows, 102, false, true]);
  expect(await read(200)).toEqual([0, 1_001, 101, true, true]);
});

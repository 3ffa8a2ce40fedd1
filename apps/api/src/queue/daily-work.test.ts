import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { ensureDailyWork } from './worker.ts';

const daily = { kind: 'PLANTED_DAILY', workId: '00000000-0000-7000-8000-0000000000d1', hourUtc: 2 };
const at = (text: string) => new Date(`2026-11-21T${text}Z`);
let database: Database;

beforeAll(async () => void (database = await openPeople()));
afterAll(() => database.close());

const due = async () =>
  (await database.query<{ at: Date }>('SELECT due_at AS at FROM due_work WHERE work_id = $1', [daily.workId])).map(
    (row) => row.at,
  );

test('a start brings back daily work that a clock in the future has moved away, and leaves work that is late', async () => {
  await ensureDailyWork(database, new Date('2031-05-01T00:00:00Z'), [daily]);
  await ensureDailyWork(database, at('09:00:00'), [daily]);
  expect(await due()).toEqual([new Date('2026-11-22T02:00:00Z')]);
  await database.query('UPDATE due_work SET due_at = $1 WHERE work_id = $2', [at('02:00:00'), daily.workId]);
  await ensureDailyWork(database, at('09:00:00'), [daily]);
  expect(await due()).toEqual([at('02:00:00')]);
});

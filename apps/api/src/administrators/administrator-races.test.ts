import {
  confirmAdministratorProposal,
  disableAdministrator,
  resetAdministratorTwoFactor,
} from '@volume/contract/administrators/administrators.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { toStatement } from '#database/sql.ts';
import { pausingBefore, untilDoneOrBlocked } from '#testing/access/pausing.ts';
import { addAdministrator, asAdministrator, proposalAbout } from '#testing/administrators.ts';
import { openTestDatabase } from '#testing/open-test-database.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const rounds = process.env['TEST_COUNTS'] === 'full' ? 100 : 3;
const names = ['ada', 'grace', 'noor', 'tom'] as const;
type Name = (typeof names)[number];

let database: Database;
let app: TestApp;
let id: Record<Name, string>;
beforeAll(async () => {
  database = await openTestDatabase('empty');
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
});
afterAll(() => database.close());
beforeEach(() => restore());

async function restore(...wanted: readonly Name[]): Promise<void> {
  await database.run('DELETE FROM accounts');
  const added = (wanted.length > 0 ? wanted : names).map(async (name) => [name, await addAdministrator(app, name)]);
  id = Object.fromEntries(await Promise.all(added)) as Record<Name, string>;
}

async function propose(by: Name, about: Name, change = disableAdministrator): Promise<void> {
  const params = { administratorId: id[about] };
  const answer = await app.call(change, { ...(await asAdministrator(app, by)), params });
  expect(answer.status).toBe(200);
}

/** The confirmation of the proposal about someone, ready to be sent to an instance. */
async function confirmation(by: Name, about: Name) {
  const input = await asAdministrator(app, by);
  const params = { administratorId: id[about], proposalId: await proposalAbout(app, input.token, id[about]) };
  return async (instance: TestApp) => (await instance.call(confirmAdministratorProposal, { ...input, params })).status;
}
type Confirmation = Awaited<ReturnType<typeof confirmation>>;

const enabledOnes = async (): Promise<string[]> =>
  (await database.query<{ name: string }>('SELECT name FROM accounts WHERE is_enabled ORDER BY name')).map(
    ({ name }) => name,
  );
const timesDisabled = async (name: Name): Promise<number> => {
  const rows = await database.query(`SELECT FROM activity WHERE action = 'USER_DISABLED' AND subject = $1`, [
    `${name}@volume.example`,
  ]);
  return rows.length;
};

/** The same database, on which locking all administrators only reads them: the naive twin of each race. */
function withoutLock(whole: Database): Database {
  const transaction: Database['transaction'] = (work) =>
    whole.transaction((queries) =>
      work({
        ...queries,
        query: (statement, parameters) => {
          const { text } = toStatement(statement, parameters);
          if (!/^\s*SELECT FROM accounts a WHERE.*FOR UPDATE$/.test(text)) return queries.query(statement, parameters);
          return queries.query(text.replace('FOR UPDATE', ''));
        },
      }),
    );
  return { ...whole, transaction };
}

/**
 * Sends the first confirmation, which pauses before its change until the second is done or waits for a lock. Returns
 * both statuses, and which was answered first.
 */
async function race(of: Database, first: Confirmation, second: Confirmation) {
  const order: ('first' | 'second')[] = [];
  const noting = async (which: 'first' | 'second', status: Promise<number>) => {
    const answer = await status;
    order.push(which);
    return answer;
  };
  let running: Promise<number> | undefined;
  const paused = pausingBefore(of, /^\s*UPDATE accounts SET (?:is_enabled|two_factor)/, () => {
    running = noting('second', second(createTestApp(of)));
    return untilDoneOrBlocked(database, running);
  });
  const answer = await noting('first', first(createTestApp(paused)));
  if (!running) throw new Error('The statement was never reached.');
  return { statuses: [answer, await running], answeredFirst: order[0] };
}

describe('two administrators who disable each other at the same moment', () => {
  async function prepare() {
    await restore('ada', 'grace', 'tom');
    await propose('tom', 'ada');
    await propose('tom', 'grace');
    return [await confirmation('ada', 'grace'), await confirmation('grace', 'ada')] as const;
  }

  test('do not both succeed: two administrators with full access remain', async () => {
    expect((await race(database, ...(await prepare()))).statuses).toEqual([200, 401]);
    expect(await enabledOnes()).toEqual(['ada', 'tom']);
  });

  test('would both succeed without the lock (naive twin)', async () => {
    // The embedded database runs one transaction at a time.
    if (database.kind === 'pglite') return;
    expect((await race(withoutLock(database), ...(await prepare()))).statuses).toEqual([200, 200]);
    expect(await enabledOnes()).toEqual(['tom']);
  });
});

describe('two confirmations of one proposal at the same moment', () => {
  async function prepare() {
    await propose('ada', 'tom');
    return [await confirmation('grace', 'tom'), await confirmation('noor', 'tom')] as const;
  }

  test('take effect once, and the second is refused', async () => {
    const before = await timesDisabled('tom');
    expect((await race(database, ...(await prepare()))).statuses).toEqual([200, 404]);
    expect((await timesDisabled('tom')) - before).toBe(1);
  });

  test('would take effect twice without the lock (naive twin)', async () => {
    if (database.kind === 'pglite') return;
    const before = await timesDisabled('tom');
    expect((await race(withoutLock(database), ...(await prepare()))).statuses).toEqual([200, 200]);
    expect((await timesDisabled('tom')) - before).toBe(2);
  });
});

describe('a proposal that is confirmed while its proposer is disabled', () => {
  async function prepare() {
    await addAdministrator(app, 'jess');
    await propose('noor', 'tom');
    await propose('ada', 'noor');
    return [await confirmation('grace', 'tom'), await confirmation('grace', 'noor')] as const;
  }

  test('is not confirmed after the proposer was disabled', async () => {
    const { statuses, answeredFirst } = await race(database, ...(await prepare()));
    expect([statuses, answeredFirst]).toEqual([[200, 200], 'first']);
    await restore();
    const [ofTom, ofNoor] = await prepare();
    expect([await ofNoor(app), await ofTom(app)]).toEqual([200, 404]);
  });

  test('would be confirmed after the proposer was disabled without the lock (naive twin)', async () => {
    if (database.kind === 'pglite') return;
    const { statuses, answeredFirst } = await race(withoutLock(database), ...(await prepare()));
    expect([statuses, answeredFirst]).toEqual([[200, 200], 'second']);
  });
});

describe('an administrator whose second factor is reset while they confirm', () => {
  async function prepare() {
    await propose('ada', 'tom');
    const theirs = await confirmation('grace', 'tom');
    await database.query(`UPDATE accounts SET two_factor = 'EMAIL' WHERE user_account_id = $1`, [id.grace]);
    await propose('ada', 'grace', resetAdministratorTwoFactor);
    return { theirs, reset: await confirmation('noor', 'grace') };
  }

  test('is refused once they are signed out', async () => {
    const { theirs, reset } = await prepare();
    expect((await race(database, reset, theirs)).statuses).toEqual([200, 401]);
    expect(await enabledOnes()).toEqual(names);
  });

  test('is not signed out before their confirmation is answered', async () => {
    const { theirs, reset } = await prepare();
    const { statuses, answeredFirst } = await race(database, theirs, reset);
    expect([statuses, answeredFirst]).toEqual([[200, 200], 'first']);
  });

  test('would still confirm after they are signed out without the lock (naive twin)', async () => {
    if (database.kind === 'pglite') return;
    const { theirs, reset } = await prepare();
    const { statuses, answeredFirst } = await race(withoutLock(database), theirs, reset);
    expect([statuses, answeredFirst]).toEqual([[200, 200], 'second']);
  });
});

test(`in ${rounds} rounds in which everyone confirms that another is disabled, two remain`, async () => {
  for (let round = 0; round < rounds; round++) {
    await restore();
    const pairs = names.map((name, at) => [name, names[(at + 1) % 4]!, names[(at + 2) % 4]!] as const);
    for (const [proposer, , about] of pairs) await propose(proposer, about);
    const sent = await Promise.all(pairs.map(([, confirmer, about]) => confirmation(confirmer, about)));
    const statuses = await Promise.all(sent.map((confirm) => confirm(app)));
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(await enabledOnes()).toHaveLength(2);
  }
});

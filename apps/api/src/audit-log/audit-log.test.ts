import { listActivity } from '@volume/contract/users/activity.ts';
import { signOut } from '@volume/contract/session/session.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { createVault } from '#core/secrets/vault.ts';
import { openPeople } from '#testing/open-people.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { describeAuditLog, verifyAuditLog } from './verify-audit-log.ts';
import { linkAuditLog } from './link-audit-log.ts';

let database: Database;
let app: TestApp;

beforeEach(async () => {
  database = await openPeople();
  app = createTestApp(database, { settings: { signInsPerMinute: 1000 } });
});
afterEach(() => database.close());

/** Three batches: two sign-ins, one, and a sign-out. */
async function record(): Promise<void> {
  const token = await signInAs(app, 'editor');
  await signInAs(app, 'admin');
  await app.linkAuditLog();
  app.pass({ seconds: 1 });
  await signInAs(app, 'viewer');
  await app.linkAuditLog();
  app.pass({ seconds: 1 });
  await app.call(signOut, { token });
  await app.linkAuditLog();
}

const verify = (heads: readonly string[] = []) => verifyAuditLog(database, app.services.vault, heads);
/** Acts as an owner of the database, who can disable the triggers first. */
async function byHand(statement: string): Promise<void> {
  const tables = ['activity', 'trail_entries', 'trail_batches'];
  const each = (change: string) => tables.map((table) => `ALTER TABLE ${table} ${change} TRIGGER USER`).join('; ');
  await database.run(`${each('DISABLE')}; ${statement}; ${each('ENABLE')}`);
}
const heads = () =>
  app.logLines
    .map((line) => JSON.parse(line) as { event: string; batch: number; entries: number; mac: string })
    .filter(({ event }) => event === 'trail head');

test('the database refuses every change to recorded rows and to the chain', async () => {
  await record();
  for (const statement of [
    `UPDATE activity SET action = 'SIGNED_OUT'`,
    `UPDATE activity SET actor = 'somebody@else.example'`,
    `UPDATE activity SET ip = '203.0.113.9'`,
    `UPDATE activity SET at = '2026-01-01'`,
    ...['activity', 'trail_entries', 'trail_batches'].flatMap((table) => [
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
      `UPDATE ${table} SET at = now()`,
    ]),
  ]) {
    await expect(database.run(statement), statement).rejects.toThrow('is history');
  }
});

test('an untouched audit log verifies, and every batch logs its head', async () => {
  await record();
  const logged = heads();
  expect(logged.map(({ batch, entries }) => [batch, entries])).toEqual([
    [1, 2],
    [2, 1],
    [3, 1],
  ]);
  const report = await verify(logged.map(({ mac }) => mac));
  expect(report).toMatchObject({ broken: [], batches: 3, entries: 4, erased: 0, waiting: [] });
  expect(report.head).toEqual({ batch: 3, mac: logged[2]?.mac });
  expect(await app.linkAuditLog()).toBe(0);
});

test('lists entries after the head that are not linked yet', async () => {
  await record();
  await signInAs(app, 'operator');
  const { broken, waiting } = await verify();
  expect(broken).toEqual([]);
  expect(waiting).toEqual([expect.stringContaining('SIGNED_IN')]);
});

const idOf = async (where: string): Promise<string> => {
  const [row] = await database.query<{ id: string }>(`SELECT activity_id AS id FROM activity WHERE ${where}`);
  return row?.id ?? 'none';
};

describe('by hand, with the triggers off,', () => {
  test('reports a row that was changed in any field', async () => {
    await record();
    const id = await idOf(`actor LIKE 'viewer%'`);
    const changes = {
      action: `action = 'USER_CHANGED'`,
      at: `at = '2026-01-01'`,
      actorId: 'actor_id = NULL',
      actorKind: `actor_kind = 'ADMIN'`,
      traceId: `trace_id = 'x'`,
      actor: `actor = 'somebody@else.example'`,
      ip: `ip = '203.0.113.9'`,
      userAgent: `user_agent = 'Firefox'`,
      detail: `detail = 'nothing'`,
      subject: `subject = 'somebody@else.example'`,
    };
    await database.run('CREATE TABLE before AS SELECT * FROM activity');
    for (const [field, change] of Object.entries(changes)) {
      await byHand(`UPDATE activity SET ${change} WHERE activity_id = '${id}'`);
      const { broken } = await verify();
      expect(broken).toEqual([expect.stringMatching(`^Row ${id} .* was changed by hand: ${field}\\.$`)]);
      await byHand('DELETE FROM activity; INSERT INTO activity SELECT * FROM before; DELETE FROM trail_waiting');
    }
    // On a cluster there is no other way to move a row to another merchant.
    await byHand(`UPDATE before SET merchant_id = '${ids.stranger}' WHERE activity_id = '${id}'`);
    await byHand('DELETE FROM activity; INSERT INTO activity SELECT * FROM before; DELETE FROM trail_waiting');
    expect((await verify()).broken).toEqual([
      expect.stringMatching(`${id} .*was removed by hand`),
      expect.stringMatching(`${id} .*was added by hand`),
    ]);
  });

  test('reports a removed row, with or without its entry', async () => {
    await record();
    const id = await idOf(`actor LIKE 'viewer%'`);
    await byHand(`DELETE FROM activity WHERE activity_id = '${id}'`);
    expect((await verify()).broken).toEqual([expect.stringMatching(`${id} \\(SIGNED_IN, .*was removed by hand`)]);
    await byHand(`DELETE FROM trail_entries WHERE activity_id = '${id}'`);
    expect((await verify()).broken).toEqual(['Entry 1 of batch 2 was removed.']);
    await byHand('DELETE FROM trail_batches WHERE batch = 2');
    expect((await verify()).broken).toEqual(['Batch 2 was removed.']);
  });

  test('reports an added row, with or without a forged entry', async () => {
    await record();
    const id = '01900000-0000-7000-8000-00000000abcd';
    await byHand(
      `INSERT INTO activity (merchant_id, activity_id, actor, action, subject) VALUES ('${ids.harbour}', '${id}', 'x@y.example', 'PAYOUT_MADE', 'p')`,
    );
    expect((await verify()).broken).toEqual([expect.stringMatching(`${id}.*was added by hand`)]);
    const columns = 'merchant_id, at, actor_id, actor_kind, action, trace_id, subject, actor_digest, mac';
    await byHand(
      `INSERT INTO trail_entries (batch, position, activity_id, ${columns}) SELECT 1, 3, '${id}', ${columns} FROM trail_entries WHERE batch = 2`,
    );
    const { broken } = await verify();
    expect(broken).toEqual([expect.stringMatching(`${id}.* entry 3 of batch 1 was changed, moved or added by hand`)]);
  });

  test('reports entries that were swapped', async () => {
    await record();
    await byHand(
      `UPDATE trail_entries SET position = 3 - position + 10 WHERE batch = 1; UPDATE trail_entries SET position = position - 10 WHERE batch = 1`,
    );
    expect((await verify()).broken).toHaveLength(2);
  });

  test('a logged head reveals that the end was cut off', async () => {
    await record();
    const logged = heads();
    await byHand(`DELETE FROM activity WHERE activity_id IN (SELECT activity_id FROM trail_entries WHERE batch = 3);
      DELETE FROM trail_entries WHERE batch = 3; DELETE FROM trail_batches WHERE batch = 3`);
    expect((await verify()).broken).toEqual([]);
    const { broken } = await verify(logged.map(({ mac }) => mac));
    expect(broken).toEqual([expect.stringContaining(`${logged[2]?.mac} was logged and is not in the chain`)]);
  });

  test('reports a row that was removed before it was linked', async () => {
    await record();
    await signInAs(app, 'operator');
    const id = await idOf(`actor LIKE 'operator%'`);
    await byHand(`DELETE FROM activity WHERE activity_id = '${id}'`);
    await app.linkAuditLog();
    expect((await verify()).broken).toEqual([`Row ${id} was removed by hand before it was linked.`]);
  });
});

test('personal details can be erased and the audit log still verifies', async () => {
  await record();
  await database.run(
    `UPDATE activity SET actor = 'erased', subject = 'erased', ip = NULL, user_agent = NULL WHERE actor LIKE 'viewer%'`,
  );
  const report = await verify();
  expect(report).toMatchObject({ broken: [], erased: 1 });
  const admin = await signInAs(app, 'merchantadmin');
  const { content } = (await app.call(listActivity, { token: admin, params: { merchantId: ids.harbour } })).value();
  expect(content.map(({ actor }) => actor)).toContain('erased');
  const entries = await database.query('SELECT * FROM trail_entries');
  expect(JSON.stringify(entries)).not.toContain('@');
});

const key = (version: number) => `${version}:${btoa(String(version).repeat(32))}`;

test('verifies across several key versions, and reports a missing one', async () => {
  for (const keys of [key(1), `${key(1)},${key(2)}`]) {
    app = createTestApp(database, { parts: { vault: createVault(keys) } });
    await signInAs(app, 'editor');
    await linkAuditLog({ ...app.services, vault: createVault(keys) });
  }
  const verifyUnder = (keys: string) => verifyAuditLog(database, createVault(keys));
  expect(await verifyUnder(`${key(1)},${key(2)}`)).toMatchObject({ broken: [], unchecked: [] });
  const withoutFirst = await verifyUnder(key(2));
  expect(withoutFirst).toMatchObject({
    broken: [],
    unchecked: [expect.stringMatching('Batch 1 cannot be checked: .*version 1')],
  });
  expect(describeAuditLog(withoutFirst)[1]).toBe(
    'The audit log is NOT checked completely: 1 batch of 2 could not be checked. No fault was found in the rest.',
  );
  const withWrongFirst = await verifyUnder(`1:${btoa('x'.repeat(32))},${key(2)}`);
  expect(withWrongFirst).toMatchObject({ broken: [expect.stringContaining('SIGNED_IN')], unchecked: [] });
});

test('describes what is broken, the head and the entries after it', async () => {
  await record();
  for (let index = 0; index < 22; index++) await signInAs(app, 'operator');
  const lines = describeAuditLog(await verify());
  expect(lines.slice(0, 3)).toEqual([
    'The audit log is whole: 4 entries in 3 batches.',
    `Last head: batch 3, mac ${heads()[2]?.mac}`,
    'After the head, not linked yet: 22 rows',
  ]);
  expect(lines.at(-1)).toBe('  and 2 more');
  await byHand('DELETE FROM trail_batches WHERE batch = 1');
  expect(describeAuditLog(await verify())).toContainEqual(
    expect.stringMatching('^The audit log is NOT whole: [23] faults'),
  );
});

import {
  erasePersonalData,
  exportPersonalData,
  findPersonalData,
} from '@volume/contract/personal-data/personal-data.ts';
import { addPaymentNote } from '@volume/contract/pay-ins/notes.ts';
import { forgotPassword } from '@volume/contract/session/passwords.ts';
import { getSelf, signIn } from '@volume/contract/session/session.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifyAuditLog } from '#audit-log/verify-audit-log.ts';
import type { Database } from '#database/database.ts';
import { toStatement } from '#database/sql.ts';
import { audit } from '#ledger/audit.ts';
import { pausingBefore, untilDoneOrBlocked } from '#testing/access/pausing.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { accountIdOf, emailOf, ids, password, type TestPerson } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const shop = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const [email, name, id] = [emailOf('editor'), 'Edith Orr', accountIdOf('editor')];
const reason = 'Asked by letter on 3 November';
let database: Database;
let app: TestApp;
let paymentId: string;

beforeEach(async () => {
  database = await openPeople();
  app = createTestApp(database);
  const books = await seedAccount(app.services, { ...shop, payInAccountId: 1, currency: 'GBP' });
  paymentId = await seedPayment(app.services, { books, applicationId: ids.harbourShop, amount: 100_000 });
  await database.query('UPDATE accounts SET name = $1 WHERE user_account_id = $2', [name, id]);
});
afterEach(() => database.close());

const as = async (who: TestPerson, instance = app) => {
  const token = await signInAs(instance, who);
  return { token, headers: await proved(instance, token) };
};
const find = async (address = email) =>
  (await app.call(findPersonalData, { token: await signInAs(app, 'reader'), body: { email: address } })).value();
const erase = async (body: object = { email, reason }, by: TestPerson = 'admin') =>
  app.call(erasePersonalData, { ...(await as(by)), body });
/** Runs the job and its second pass. */
async function finish(): Promise<void> {
  await app.runDueWork();
  app.pass({ minutes: 2 });
  await app.runDueWork();
}

/** Performs actions that leave a user's name in many places. */
async function leaveTraces(): Promise<void> {
  const token = await signInAs(app, 'editor');
  const note = { text: `Ask ${name} (${email.toUpperCase()})` };
  expect((await app.call(addPaymentNote, { token, params: { paymentId }, body: note })).status).toBeLessThan(300);
  await app.call(forgotPassword, { body: { email } });
  await app.runDueWork();
  const at = app.services.clock.now();
  const [merchant, application] = [ids.harbour, ids.harbourShop];
  await database.query(
    `INSERT INTO receipt_mails (merchant_id, payment_id, email, language, page_url, asked_at) VALUES ($1, $2, $3, 'en', 'x', $4)`,
    [merchant, paymentId, email, at],
  );
  await database.query(
    `INSERT INTO file_schedules (merchant_id, schedule_id, application_id, format, frequency, email, made_by, made_by_id, made_at, next_file_on)
     VALUES ($1, gen_random_uuid(), $2, 'CSV', 'DAILY', $3, 'else@test.example', $4, $5, '2026-12-01'),
       ($1, gen_random_uuid(), $2, 'CSV', 'DAILY', 'else@test.example', $3, $4, $5, '2026-12-01')`,
    [merchant, application, email, id, at],
  );
  await database.query(
    `INSERT INTO webhook_deliveries (merchant_id, delivery_id, application_id, kind, object_id, url, state, created_at, request_body)
     VALUES ($1, gen_random_uuid(), $2, 'PAYMENT', gen_random_uuid(), 'https://a.example', 'DELIVERED', $3, $4)`,
    [merchant, application, at, JSON.stringify({ payer: { email, name } })],
  );
  await database.query(`INSERT INTO merchant_drafts VALUES (gen_random_uuid(), $1, $2, $3)`, [
    { user: { email } },
    email,
    at,
  ]);
  await database.query(`UPDATE application_secrets SET loosened_by = ARRAY[$1::text], updated_by = $1`, [email]);
  await database.query('UPDATE payments SET payer_email = $1, payer_name = $2', [email, name]);
}

/** Every table with the text in any column of any row. */
async function search(text: string): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name: table } of tables) {
    const rows = await database.query(`SELECT 1 FROM ${table} AS t WHERE strpos(lower(t::text), lower($1)) > 0`, [
      text,
    ]);
    if (rows.length > 0) found.push(table);
  }
  return found;
}

test('after erasing, only the places that were named as kept hold the email address or the name', async () => {
  await leaveTraces();
  await app.linkAuditLog();
  const before = await find();
  expect(before).toMatchObject({ email, account: { userAccountId: id, name, enabled: true }, obstacle: null });
  const kept = before.records.filter(({ outcome }) => outcome === 'KEPT').map(({ kind }) => kind);
  const found = [...new Set([...(await search(email)), ...(await search(name))])].toSorted();
  expect([...new Set(before.records.map(({ kind }) => kind))]).toEqual(expect.arrayContaining(found));
  expect(found.length).toBeGreaterThan(8);
  expect((await erase()).status).toBe(204);
  await finish();
  const left = [...new Set([...(await search(email)), ...(await search(name))])];
  expect(left).toEqual(['payments']);
  expect(kept).toEqual(expect.arrayContaining(left));
  const after = await find();
  expect(after).toMatchObject({ account: null, isErasing: false });
  expect(after.records.filter(({ outcome }) => outcome !== 'KEPT')).toEqual([]);
});

test('the books and the audit log are sound afterwards, and the audit log names who erased, and why', async () => {
  await leaveTraces();
  await app.linkAuditLog();
  await erase();
  await finish();
  await app.linkAuditLog();
  const report = await verifyAuditLog(database, app.services.vault);
  expect(report.broken).toEqual([]);
  expect(report.erased).toBeGreaterThan(1);
  expect(await audit(database)).toEqual([]);
  const entries = await database.query(`SELECT actor, subject, detail FROM activity WHERE action = 'PERSON_ERASED'`);
  expect(entries).toEqual([{ actor: emailOf('admin'), subject: id, detail: reason }]);
});

test('an erased user is signed out and cannot sign in, and the address can be used again', async () => {
  const token = await signInAs(app, 'editor');
  await erase();
  expect((await app.call(getSelf, { token })).status).toBe(401);
  expect((await app.call(signIn, { body: { email, password } })).status).toBe(401);
  expect(await database.query('SELECT 1 FROM accounts WHERE email = $1', [email])).toEqual([]);
});

test.each(['Edith "Edie" Orr', 'a", "b', 'Edith O\\rr'])(
  'erases the name %s from texts and from JSON, also at the beginning of a line, and leaves readable JSON',
  async (odd) => {
    await database.query('UPDATE accounts SET name = $1 WHERE user_account_id = $2', [odd, id]);
    const content = { note: `Dear\n${odd}\n${email}`, kinds: ['a', 'b'] };
    await database.query('INSERT INTO merchant_drafts VALUES (gen_random_uuid(), $1, $2, now())', [content, email]);
    await database.query(
      `INSERT INTO webhook_deliveries (merchant_id, delivery_id, application_id, kind, object_id, url, state, created_at, request_body)
       VALUES ($1, gen_random_uuid(), $2, 'PAYMENT', gen_random_uuid(), 'https://a.example', 'DELIVERED', now(), $3)`,
      [ids.harbour, ids.harbourShop, JSON.stringify({ payer: odd })],
    );
    const kinds = (await find()).records.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['merchant_drafts', 'webhook_deliveries']));
    await erase();
    await finish();
    expect(await database.query('SELECT content FROM merchant_drafts')).toEqual([
      { content: { note: 'Dear\nerased\nerased', kinds: ['a', 'b'] } },
    ]);
    expect(await database.query('SELECT request_body FROM webhook_deliveries')).toEqual([
      { request_body: '{"payer":"erased"}' },
    ]);
  },
);

test('does not touch another person whose address or name contains this one', async () => {
  const other = { email: `x${email}`, name: `${name}ell` };
  await database.query(
    `INSERT INTO payment_notes (merchant_id, payment_id, note_id, text, written_by, written_by_id, written_at)
     VALUES ($1, $2, gen_random_uuid(), $3, $4, gen_random_uuid(), now())`,
    [ids.harbour, paymentId, `${other.name} and ${email}.org`, other.email],
  );
  await erase();
  await finish();
  expect(await database.query('SELECT text, written_by FROM payment_notes')).toEqual([
    { text: `${other.name} and ${email}.org`, written_by: other.email },
  ]);
});

test('does not touch another person with the name of an administrator in the records of a merchant', async () => {
  const text = `${name} asked for an invoice`;
  await database.query('UPDATE accounts SET name = $1 WHERE email = $2', [name, emailOf('reader')]);
  await database.query(
    `INSERT INTO payment_notes (merchant_id, payment_id, note_id, text, written_by, written_by_id, written_at)
     VALUES ($1, $2, gen_random_uuid(), $3, 'else@test.example', gen_random_uuid(), now())`,
    [ids.harbour, paymentId, text],
  );
  expect((await erase({ email: emailOf('reader'), reason })).status).toBeLessThan(300);
  await finish();
  expect(await database.query('SELECT text FROM payment_notes')).toEqual([{ text }]);
});

test('finds and erases a payer who has no account', async () => {
  await leaveTraces();
  await database.query(`UPDATE receipt_mails SET email = 'payer@shop.example'`);
  const records = [{ kind: 'receipt_mails', count: 1, outcome: 'DELETED', reason: null }];
  expect(await find('Payer@shop.example')).toMatchObject({ email: 'payer@shop.example', account: null, records });
  expect((await erase({ email: 'payer@shop.example', reason })).status).toBe(204);
  await finish();
  expect((await find('payer@shop.example')).records).toEqual([]);
  expect((await find()).account).not.toBeNull();
});

test('exports every row without secrets, and the audit log records that without the data', async () => {
  await leaveTraces();
  const answer = (await app.call(exportPersonalData, { ...(await as('admin')), body: { email } })).value();
  const kinds = answer.records.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['accounts', 'activity', 'payment_notes', 'payments', 'sessions']));
  expect(answer.incomplete).toEqual([]);
  expect(answer.records.find(({ kind }) => kind === 'accounts')?.rows[0]).toMatchObject({ email, name });
  expect(JSON.stringify(answer)).not.toMatch(/plain:correct|"(?:password_hash|jti|token_hash|totp_secret)"/);
  const [entry] = await database.query(`SELECT subject, detail FROM activity WHERE action = 'PERSON_EXPORTED'`);
  expect(entry).toEqual({ subject: id, detail: expect.stringMatching(/^\d+ records of \d+ kinds$/) });
});

test('needs a step-up and full access, and a reason that does not name the person', async () => {
  const token = await signInAs(app, 'admin');
  for (const endpoint of [exportPersonalData, erasePersonalData]) {
    const body = endpoint === erasePersonalData ? { email, reason } : { email };
    const refused = await app.call(endpoint, { token, body });
    expect([refused.status, refused.problem().statusName]).toEqual([403, 'STEP_UP_REQUIRED']);
    expect((await app.call(endpoint, { ...(await as('reader')), body })).status).toBe(403);
  }
  for (const naming of [`${name} asked`, `Asked by ${email.toUpperCase()}`]) {
    expect((await erase({ email, reason: naming })).status).toBe(422);
  }
  expect((await erase({ email: 'nobody', reason })).status).toBe(400);
  expect((await erase({ email, reason: ' ' })).status).toBe(400);
  expect((await find()).account?.enabled).toBe(true);
});

test('refuses an administrator with full access, and the last administrator of a merchant', async () => {
  expect((await find(emailOf('admin'))).obstacle).toBe('FULL_ADMINISTRATOR');
  expect((await find(emailOf('stranger'))).obstacle).toBe('LAST_MERCHANT_ADMIN');
  const refused = [
    await erase({ email: emailOf('admin'), reason }),
    await erase({ email: emailOf('stranger'), reason }),
  ];
  expect(refused.map((answer) => [answer.status, answer.problem().statusName])).toEqual([
    [409, 'FULL_ADMINISTRATOR'],
    [409, 'LAST_MERCHANT_ADMIN'],
  ]);
  expect((await erase({ email: emailOf('reader'), reason })).status).toBe(204);
});

describe('a person with many records', () => {
  beforeEach(async () => {
    await database.query(
      `INSERT INTO activity (merchant_id, activity_id, actor, action, subject)
       SELECT $1::uuid, gen_random_uuid(), $2, 'VIEWED', 'x' FROM generate_series(1, 12000)`,
      [ids.harbour, email],
    );
  });
  const named = async () => (await database.query('SELECT 1 FROM activity WHERE actor = $1', [email])).length;

  test('is erased to the end after the job failed in the middle', async () => {
    await erase();
    let isBroken = true;
    let changes = 0;
    const breaking: Database = {
      ...database,
      query: (statement, given) => {
        if (isBroken && toStatement(statement, given).text.startsWith('UPDATE activity') && ++changes > 1)
          throw new Error('The process ended.');
        return database.query(statement, given);
      },
    };
    const broken = createTestApp(breaking);
    await broken.runDueWork();
    expect(await named()).toBeGreaterThan(0);
    expect(await named()).toBeLessThan(12_000);
    isBroken = false;
    broken.pass({ minutes: 10 });
    await broken.runDueWork();
    expect(await named()).toBe(0);
  });
});

type Statement = ReturnType<typeof toStatement>;

/** The same database with changed statements in transactions: the naive twin of a race. */
function changing(whole: Database, change: (statement: Statement) => Statement): Database {
  const transaction: Database['transaction'] = (work) =>
    whole.transaction((queries) =>
      work({
        ...queries,
        query: (statement, given) => {
          const { text, values } = change(toStatement(statement, given));
          return queries.query(text, values);
        },
      }),
    );
  return { ...whole, transaction };
}

describe('an erasure while the person signs in', () => {
  /** The sign-in pauses before its session is written, until the erasure is done or waits. */
  async function race(of: Database) {
    const by = await as('admin');
    let running: Promise<number> | undefined;
    const paused = pausingBefore(of, /^\s*INSERT INTO sessions/, () => {
      running = createTestApp(of)
        .call(erasePersonalData, { ...by, body: { email, reason } })
        .then(({ status }) => status);
      return untilDoneOrBlocked(database, running);
    });
    await createTestApp(paused).call(signIn, { body: { email, password } });
    expect(await running).toBe(204);
    return (await database.query('SELECT 1 FROM sessions WHERE user_account_id = $1 AND revoked_at IS NULL', [id]))
      .length;
  }

  test('leaves no session', async () => expect(await race(database)).toBe(0));
  test('would leave one without the lock (naive twin)', async () => {
    if (database.kind === 'pglite') return;
    const naive = changing(database, ({ text, values }) => ({
      text: text.includes('FROM accounts') ? text.replace('FOR UPDATE', '') : text,
      values,
    }));
    expect(await race(naive)).toBe(1);
  });
});

describe('two erasures of one person at the same moment', () => {
  async function race(of: Database) {
    const [one, other] = [await as('admin'), await as('admin')];
    const body = { email, reason };
    let running: Promise<number> | undefined;
    const paused = pausingBefore(of, /^\s*UPDATE accounts SET email/, () => {
      running = createTestApp(of)
        .call(erasePersonalData, { ...other, body })
        .then(({ status }) => status);
      return untilDoneOrBlocked(database, running);
    });
    const first = await createTestApp(paused).call(erasePersonalData, { ...one, body });
    expect([first.status, await running]).toEqual([204, 204]);
    const entries = await database.query(`SELECT 1 FROM activity WHERE action = 'PERSON_ERASED'`);
    const jobs = await database.query(`SELECT 1 FROM due_work WHERE kind = 'ERASE_PERSON'`);
    return [entries.length, jobs.length];
  }

  test('cause one job and one audit log entry', async () => expect(await race(database)).toEqual([1, 1]));
  test('would cause two without the shared job id (naive twin)', async () => {
    const naive = changing(database, ({ text, values }) => ({
      text,
      values: text.includes('ON CONFLICT (work_id)') ? [crypto.randomUUID(), ...values.slice(1)] : values,
    }));
    expect(await race(naive)).toEqual([2, 2]);
  });
});

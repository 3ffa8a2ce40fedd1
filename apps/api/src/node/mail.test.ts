import { forgotPassword } from '@volume/contract/session/passwords.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { emailOf } from '#testing/seed-people.ts';
import { type SmtpSink, startSmtpSink } from '#testing/mail/smtp-sink.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

let database: Database;
let sink: SmtpSink;
beforeEach(async () => {
  database = await openPeople();
});
afterEach(async () => {
  await sink.close();
  await database.close();
});

const from = 'Portal <no-reply@portal.example>';

/** An app of a deployment that sends its mail to the sink. */
async function open({ requireTls = false, offersTls = false } = {}): Promise<TestApp> {
  sink = await startSmtpSink({ offersTls });
  return createTestApp(database, {
    settings: { isLocal: false },
    mailer: createSmtpMailer(sink.url, { from, requireTls }),
  });
}

/** Requests a link and runs the due jobs for this many minutes. */
async function mailFor(app: TestApp, minutes: number): Promise<void> {
  await app.call(forgotPassword, { body: { email: emailOf('viewer') } });
  for (let minute = 0; minute <= minutes; minute += 1) {
    await app.runDueWork();
    app.pass({ minutes: 1 });
  }
}

const stored = async () =>
  JSON.stringify([await database.query('SELECT * FROM outbox_mail'), await database.query('SELECT * FROM due_work')]);

test('a mail that is rejected at first is encrypted while it waits, sent once later, and deleted', async () => {
  const app = await open();
  let refusals = 0;
  sink.answer = (command) => (command === 'MAIL' && ++refusals <= 3 ? '451 come back' : null);
  await mailFor(app, 0);
  expect(sink.mails).toEqual([]);
  const waiting = await stored();
  expect(waiting).toContain('MAIL');
  expect(waiting).not.toMatch(/Reset your password|reset-password/);
  for (let minute = 0; minute < 5; minute += 1) {
    app.pass({ minutes: 1 });
    await app.runDueWork();
  }
  expect(sink.mails).toHaveLength(1);
  expect(sink.mails[0]).toMatch(/reset-password/);
  expect(await stored()).toBe('[[],[]]');
});

test('a server that fails in the middle of a mail receives it again', async () => {
  const app = await open();
  let deaths = 0;
  sink.answer = (command) => (command === 'END' && ++deaths <= 2 ? 'die' : null);
  await mailFor(app, 5);
  expect(deaths).toBe(3);
  expect(sink.mails).toHaveLength(1);
  expect(await stored()).toBe('[[],[]]');
});

test.each([
  ['answers 454 to STARTTLS', true],
  ['offers no STARTTLS', false],
])('a server that %s receives neither mail nor password in plain text', async (_, offersTls) => {
  const app = await open({ requireTls: true, offersTls });
  sink.answer = (command) => (command === 'STARTTLS' ? '454 TLS not available' : null);
  await mailFor(app, 3);
  const commands = sink.received.map((line) => line.split(' ')[0]);
  expect(commands.filter((command) => command === 'EHLO').length).toBeGreaterThan(1);
  expect(commands).not.toEqual(expect.arrayContaining([expect.stringMatching(/AUTH|MAIL|RCPT|DATA/)]));
  expect(sink.mails).toEqual([]);
  expect(await stored()).toContain('MAIL');
});

test('everything after STARTTLS is encrypted', async () => {
  const app = await open({ requireTls: true, offersTls: true });
  await mailFor(app, 1);
  expect(sink.helloByte).toBe(22);
  expect(sink.received.join('\n')).not.toMatch(/AUTH|MAIL/);
});

test('the age of the oldest waiting mail is a metric', async () => {
  const app = await open();
  sink.answer = (command) => (command === 'RCPT' ? '450 later' : null);
  await mailFor(app, 1);
  await database.query(`UPDATE outbox_mail SET created_at = now() - interval '1 hour'`);
  expect(await (await app.app.request('/metrics')).text()).toMatch(/^mails_oldest_seconds 36\d\d$/m);
});

test('gives a mail up after a day, with a log entry and metric, and deletes its text', async () => {
  const app = await open();
  sink.answer = (command) => (command === 'RCPT' ? `450 <${emailOf('viewer')}> later` : null);
  await mailFor(app, 2);
  app.pass({ hours: 24 });
  await app.runDueWork();
  expect(app.logLines.filter((line) => line.includes('"event":"mail given up"'))).toHaveLength(1);
  expect(app.logLines.join('\n')).not.toContain(emailOf('viewer'));
  const metrics = async () => (await app.app.request('/metrics')).text();
  expect(await metrics()).toMatch(/^mails_given_up 1$/m);
  expect(await metrics()).toMatch(/^mails_oldest_seconds 0$/m);
  expect(await metrics()).toMatch(/^mails_waiting 0$/m);
  expect(await database.query('SELECT text FROM outbox_mail')).toEqual([{ text: '' }]);
  expect(await database.query('SELECT * FROM due_work')).toEqual([]);
});

test.each([
  ['the recipient', 'RCPT', '550 5.1.1 <nobody@test.example> unknown'],
  ['the text', 'END', '554 no'],
])('gives a mail up immediately when the server refuses %s for good', async (_, refused, reply) => {
  const app = await open();
  sink.answer = (command) => (command === refused ? reply : null);
  await mailFor(app, 2);
  expect(sink.received.filter((line) => line.startsWith('RCPT'))).toHaveLength(1);
  const lines = app.logLines.filter((line) => line.includes('"event":"mail given up"'));
  expect(lines).toEqual([expect.stringContaining(reply.slice(0, 3))]);
  expect(lines[0]).not.toContain('nobody@test.example');
  expect(await database.query('SELECT text FROM outbox_mail')).toEqual([{ text: '' }]);
  expect(await database.query('SELECT * FROM due_work')).toEqual([]);
});

test.each([
  ['the password', 'AUTH', '535 5.7.8 wrong'],
  ['the sender', 'MAIL', '550 5.7.1 not yours'],
  ['the sender with the recipient', 'RCPT', '550 5.1.8 sender address rejected: domain not found'],
  ['to relay', 'RCPT', '554 5.7.1 relay access denied'],
  ['to relay, without an enhanced code', 'RCPT', '550 relay not permitted'],
  ['to relay without a sign-in', 'RCPT', '530 Authentication required'],
  ['the sender with the recipient, without an enhanced code', 'RCPT', '550 Sender verify failed'],
])('retries a mail when the server refuses %s, which an operator can repair', async (_, refused, reply) => {
  const app = await open();
  sink.answer = (command) => (command === refused ? reply : null);
  await mailFor(app, 2);
  expect(sink.mails).toEqual([]);
  sink.answer = () => null;
  app.pass({ minutes: 5 });
  await app.runDueWork();
  expect(sink.mails).toHaveLength(1);
});

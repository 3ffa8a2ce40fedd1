import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { sealWaitingMails } from '#core/mail/seal-waiting-mails.ts';
import { sendMail } from '#core/mail/send-mail.ts';
import { sealStored } from '#core/secrets/seal-stored.ts';
import { createVault } from '#core/secrets/vault.ts';
import type { Mail } from '#core/services.ts';
import { mailsTo } from '#testing/mails.ts';
import { openPeople } from '#testing/open-people.ts';
import { testSecretsKey } from '#testing/secrets-key.ts';
import { createTestApp } from '#testing/test-app.ts';

let database: Database;
beforeEach(async () => void (database = await openPeople()));
afterEach(() => database.close());

const mail: Mail = { to: 'viewer@test.example', subject: '123456 is your sign-in code', text: 'Type 123456.' };
const stored = async () => JSON.stringify(await database.query('SELECT * FROM outbox_mail'));

/** A mail stored by a version without encryption. */
const leave = (createdAt: string, sentAt: string | null = null) =>
  database.query(
    `INSERT INTO outbox_mail (mail_id, recipient, subject, text, created_at, sent_at)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, $5)`,
    [mail.to, mail.subject, mail.text, createdAt, sentAt],
  );

test('in local use the outbox shows a mail whose code is nowhere stored in plain text', async () => {
  const app = createTestApp(database);
  await sendMail(app.services, mail);
  expect(await stored()).not.toContain('123456');
  const page = await (await app.app.request('http://localhost/sandbox/outbox')).text();
  expect(page).toContain('Type 123456.');
  const listed = await (await app.app.request('http://localhost/sandbox/outbox.json')).json();
  expect(listed).toMatchObject([mail]);
  expect(await app.runDueWork()).toBe(0);
});

test('an upgrade of a deployment encrypts and sends waiting mails and removes sent and old ones', async () => {
  const sent: Mail[] = [];
  const mailer = { send: async (one: Mail) => void sent.push(one) };
  const app = createTestApp(database, { settings: { isLocal: false }, mailer });
  await leave('2026-11-21T09:00:00Z');
  await leave('2026-11-21T08:00:00Z', '2026-11-21T08:00:01Z');
  await leave('2026-11-01T08:00:00Z');
  const upgraded = { ...app.services, isLocal: false };
  expect(await sealWaitingMails(upgraded)).toBe(1);
  expect(await sealWaitingMails(upgraded)).toBe(0);
  expect(await stored()).not.toContain('123456');
  await app.runDueWork();
  expect(sent).toEqual([mail]);
  expect(await stored()).toBe('[]');
});

test('an upgrade in local use encrypts all mails of the outbox and keeps showing them', async () => {
  const app = createTestApp(database);
  await leave('2026-11-21T09:00:00Z');
  await leave('2026-11-01T08:00:00Z', '2026-11-01T08:00:01Z');
  await sealWaitingMails({ ...app.services, isLocal: true });
  expect(await stored()).not.toContain('123456');
  expect(await mailsTo(app, mail.to)).toEqual(Array(2).fill({ subject: mail.subject, text: mail.text }));
  expect(await app.runDueWork()).toBe(0);
});

test('a waiting mail is re-encrypted with the newest key version and still sent', async () => {
  const secretsKey = `${testSecretsKey},2:${btoa('n'.repeat(32))}`;
  const sent: Mail[] = [];
  const mailer = { send: async (one: Mail) => void sent.push(one) };
  const settings = { isLocal: false };
  await sendMail(createTestApp(database, { settings, mailer }).services, mail);
  expect(await sealStored(database, createVault(secretsKey), 'all')).toMatchObject({ sealed: { outbox_mail: 1 } });
  await createTestApp(database, { settings, mailer, secretsKey: secretsKey.split(',')[1]! }).runDueWork();
  expect(sent).toEqual([mail]);
});

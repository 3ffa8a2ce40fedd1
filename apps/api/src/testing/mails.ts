import { openMail, type MailRow } from '#core/mail/send-mail.ts';
import type { TestApp } from './test-app.ts';

/** Mails to an address, newest first. */
export async function mailsTo(test: TestApp, email: string): Promise<{ subject: string; text: string }[]> {
  const { database, vault } = test.services;
  const rows = await database.query<MailRow>(
    'SELECT mail_id, recipient, subject, text FROM outbox_mail WHERE recipient = $1 ORDER BY created_at DESC, ctid DESC',
    [email],
  );
  return Promise.all(rows.map((row) => openMail(vault, row)));
}

/** The token of the password link in the latest mail that contains one. */
export async function latestLink(test: TestApp, email: string): Promise<string> {
  const texts = (await mailsTo(test, email)).map(({ text }) => text);
  const token = texts
    .map((text) => /\/auth\/reset-password\/link#([\w-]+)/.exec(text)?.[1])
    .find((found) => found !== undefined);
  if (token === undefined) throw new Error(`No link was mailed to ${email}`);
  return token;
}

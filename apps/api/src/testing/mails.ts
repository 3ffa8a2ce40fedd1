import type { TestApp } from './test-app.ts';

/** Mails to an address, newest first. */
export function mailsTo(test: TestApp, email: string): Promise<{ subject: string; text: string }[]> {
  return test.services.database.query(
    'select subject, text from outbox_mail where recipient = $1 order by created_at desc, mail_id desc',
    [email],
  );
}

/** The token of the password link in the latest mail that holds one. */
export async function latestLink(test: TestApp, email: string): Promise<string> {
  const [row] = await test.services.database.query<{ text: string }>(
    `select text from outbox_mail where recipient = $1 and text like '%/auth/reset-password/%'
     order by created_at desc, ctid desc limit 1`,
    [email],
  );
  const token = /\/auth\/reset-password\/([\w-]+)/.exec(row?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`No link was mailed to ${email}`);
  return token;
}

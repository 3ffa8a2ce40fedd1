import { expect, type Page } from '@playwright/test';

interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Outgoing mail to an address, newest first. */
export async function mailsTo(page: Page, address: string, base = ''): Promise<Mail[]> {
  const answer = await page.request.get(`${base}/sandbox/outbox.json`);
  return ((await answer.json()) as Mail[]).filter(({ to }) => to === address);
}

/** The address in the latest mail of this subject, as soon as it has come; `base` is the app it was asked of. */
export async function awaitLink(
  page: Page,
  { to, subject, base }: { to: string; subject: RegExp; base?: string },
): Promise<string> {
  const find = async () => {
    const mail = (await mailsTo(page, to, base)).find((one) => subject.test(one.subject));
    return /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  };
  await expect.poll(find).not.toBe('');
  return find();
}

/** The text of the latest mail of this subject that holds these words, as soon as it has come. */
export async function awaitMail(page: Page, to: string, subject: RegExp, words = ''): Promise<string> {
  const find = async () =>
    (await mailsTo(page, to)).find((one) => subject.test(one.subject) && one.text.includes(words))?.text ?? '';
  await expect.poll(find).not.toBe('');
  return find();
}

/** The six digits in the latest mail that holds some, or of this subject. */
export async function awaitCode(page: Page, to: string, wanted = /\d{6}/): Promise<string> {
  const find = async () =>
    /\b\d{6}\b/.exec((await mailsTo(page, to)).find(({ subject }) => wanted.test(subject))?.text ?? '')?.[0] ?? '';
  await expect.poll(find).not.toBe('');
  return find();
}

/** What the automation hook of local use was told about an address. */
export async function automationCalls(page: Page, email: string): Promise<Record<string, unknown>[]> {
  const mails = await mailsTo(page, 'automation hook');
  return mails.map(({ text }) => JSON.parse(text) as Record<string, unknown>).filter((mail) => mail['email'] === email);
}

import { expect, type Page } from '@playwright/test';

interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Mails to an address, newest first. */
export async function mailsTo(page: Page, address: string, base = ''): Promise<Mail[]> {
  const answer = await page.request.get(`${base}/sandbox/outbox.json`);
  return ((await answer.json()) as Mail[]).filter(({ to }) => to === address);
}

/** Waits for the address in the latest mail with this subject; `base` is the app that sent it. */
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

/** Waits for the text of the latest mail with this subject that contains these words. */
export async function awaitMail(page: Page, to: string, subject: RegExp, words = ''): Promise<string> {
  const find = async () =>
    (await mailsTo(page, to)).find((one) => subject.test(one.subject) && one.text.includes(words))?.text ?? '';
  await expect.poll(find).not.toBe('');
  return find();
}

/** Waits for the six-digit code in the latest mail with a matching subject, by default one that contains a code. */
export async function awaitCode(page: Page, to: string, wanted = /\d{6}/): Promise<string> {
  const find = async () =>
    /\b\d{6}\b/.exec((await mailsTo(page, to)).find(({ subject }) => wanted.test(subject))?.text ?? '')?.[0] ?? '';
  await expect.poll(find).not.toBe('');
  return find();
}

/** The calls that the local automation hook received for an address. */
export async function automationCalls(page: Page, email: string): Promise<Record<string, unknown>[]> {
  const mails = await mailsTo(page, 'automation hook');
  return mails.map(({ text }) => JSON.parse(text) as Record<string, unknown>).filter((mail) => mail['email'] === email);
}

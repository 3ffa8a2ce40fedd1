import type { Hono } from 'hono';
import type { Env } from '#http/kernel.ts';
import { sendMail } from '#core/mail/send-mail.ts';
import { readText } from '#http/reading/read-text.ts';
import type { Services } from '#core/services.ts';
import { requireLocal } from './require-local.ts';

const mostBytes = 10 * 1024;

/**
 * `{base address}/automation`: stands in for the automation hook on one's own machine, where there is none to call. What it
 * is told can be read in the outbox.
 */
export function mountAutomation(app: Hono<Env>, services: Services): void {
  app.post(`${services.settings.basePath}/automation`, async (context) => {
    requireLocal(context, services);
    const text = await readText(context.req.raw, mostBytes);
    // Kept beside the mails, never sent.
    await sendMail({ ...services, mailer: null }, { to: 'automation hook', subject: 'Automation hook called', text });
    return context.body(null, 204);
  });
}

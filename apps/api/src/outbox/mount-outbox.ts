import { toWireTime } from '@volume/contract/lists/period.ts';
import type { Context, Hono } from 'hono';
import type { Env } from '#http/kernel.ts';
import { openMail, sendMail } from '#core/mail/send-mail.ts';
import { html } from 'hono/html';
import { type Html, pageResponse } from '#http/pages/page-response.ts';
import type { Services } from '#core/services.ts';
import { readText } from '#http/reading/read-text.ts';
import { notFound } from '#core/problem.ts';

interface MailRow {
  mail_id: string;
  recipient: string;
  subject: string;
  text: string;
  created_at: Date;
  sent_at: Date | null;
}

const mostMails = 100;

/** `{base address}/outbox` and `…/outbox.json`: the latest outgoing mails, only for this machine (contract §2, §8). */
export function mountOutbox(app: Hono<Env>, services: Services): void {
  const { basePath } = services.settings;
  app.get(`${basePath}/outbox`, async (context) => {
    requireLocal(context, services);
    return pageResponse('Outgoing mail', outboxPage(await readMails(services)));
  });
  app.get(`${basePath}/outbox.json`, async (context) => {
    requireLocal(context, services);
    const mails = await readMails(services);
    const answer = mails.map(({ mail_id: mailId, recipient: to, subject, text, created_at, sent_at }) => ({
      mailId,
      to,
      subject,
      text,
      createdAtUtc: toWireTime(created_at),
      sentAtUtc: sent_at && toWireTime(sent_at),
    }));
    return context.json(answer, 200, { 'cache-control': 'no-store' });
  });
}

async function readMails({ database, vault }: Services): Promise<MailRow[]> {
  const rows = await database.query<MailRow>(
    `SELECT mail_id, recipient, subject, text, created_at, sent_at FROM outbox_mail
     ORDER BY created_at DESC, mail_id DESC LIMIT ${mostMails}`,
  );
  return Promise.all(rows.map(async (row) => ({ ...row, ...(await openMail(vault, row)) })));
}

function outboxPage(mails: readonly MailRow[]): Html {
  return html`<div class="frame">
    <nav class="side" aria-label="Pages"><a href="docs">API reference</a><a href="outbox.json">As JSON</a></nav>
    <main>
      <h1>Outgoing mail</h1>
      <p>The latest ${mostMails} mails, newest first. This page exists on this machine only.</p>
      ${mails.length === 0 ? html`<p>No email has been sent yet.</p>` : mails.map(mailArticle)}
    </main>
  </div>`;
}

function mailArticle({ recipient, subject, text, created_at, sent_at }: MailRow): Html {
  const state = sent_at ? 'sent' : 'stored here, not sent';
  return html`<article>
    <h2 class="minor">${subject}</h2>
    <p class="soft">To ${recipient} · ${toWireTime(created_at).replace('T', ' ').slice(0, 19)} UTC · ${state}</p>
    <pre>${text}</pre>
  </article>`;
}

const mostBytes = 10 * 1024;

/** `{base address}/automation`: replaces the automation hook in local use. Its calls can be read in the outbox. */
export function mountAutomation(app: Hono<Env>, services: Services): void {
  app.post(`${services.settings.basePath}/automation`, async (context) => {
    requireLocal(context, services);
    const text = await readText(context.req.raw, mostBytes);
    // Stored like a mail, never sent.
    await sendMail({ ...services, mailer: null }, { to: 'automation hook', subject: 'Automation hook called', text });
    return context.body(null, 204);
  });
}

/** These mails contain codes: only for local use, and only for requests from this machine by its own name. */
function requireLocal(context: Context<Env>, { settings }: Services): void {
  const address = context.env?.remoteAddress;
  const isNear = address === undefined || /^(::1|127\.|::ffff:127\.)/.test(address);
  const isForwarded = ['forwarded', 'x-forwarded-for'].some((name) => context.req.header(name) !== undefined);
  const { hostname } = new URL(context.req.url);
  const isOwnName = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  if (!settings.isLocal || !isNear || isForwarded || !isOwnName) throw notFound('This address');
}

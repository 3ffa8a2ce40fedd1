import { authoritiesOf } from '@volume/contract/access.ts';
import { canBeNotified } from '@volume/contract/notifications/notifications.ts';
import { toOneLine } from '@volume/contract/text/one-line.ts';
import { findUserToMail, type Recipient } from '#core/mail/find-user-to-mail.ts';
import type { Mail, Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

/** A user's choice to be mailed about one kind. */
export interface Wish {
  merchantId: string;
  userAccountId: string;
  kind: string;
}

/** The recipient, locked. Deletes the choice when the user has left the merchant or can no longer see the kind. */
export async function lockRecipient(queries: Queries, wish: Wish): Promise<(Recipient & { mailedTo: Date }) | null> {
  const { merchantId, userAccountId, kind } = wish;
  const mine = sql`w.merchant_id = ${merchantId} AND w.user_account_id = ${userAccountId} AND w.kind = ${kind}`;
  const [chosen] = await queries.query<{ mailedTo: Date }>(
    sql`SELECT w.mailed_to AS "mailedTo" FROM notice_mails AS w WHERE ${mine} FOR UPDATE`,
  );
  if (!chosen) return null;
  const person = await findUserToMail(queries, wish);
  if (person && canBeNotified(kind, authoritiesOf(person.roles))) return { ...person, ...chosen };
  await queries.query(sql`DELETE FROM notice_mails AS w WHERE ${mine}`);
  return null;
}

/** A mail that the user subscribed to: greeting, text, and how to stop it. */
export function mailOf({ settings }: Pick<Services, 'settings'>, to: Recipient, mail: Words): Mail {
  const text = [
    to.name === null ? 'Hello,' : `Hello ${toOneLine(to.name)},`,
    ...mail.paragraphs,
    `You get this email because it is on in your notification settings, where you can turn it off:\n${settings.portalUrl}/settings/notifications`,
  ];
  return { to: to.email, subject: mail.subject, text: text.join('\n\n') };
}

interface Words {
  subject: string;
  paragraphs: readonly string[];
}

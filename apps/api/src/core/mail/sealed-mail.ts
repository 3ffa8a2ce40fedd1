import { mailPurpose } from '#core/secrets/purposes.ts';
import { sealedUnder, type Vault } from '#core/secrets/vault.ts';

/** A row of outbox_mail; the text holds subject and text, sealed. */
export type MailRow = { mail_id: string; recipient: string; subject: string; text: string };
type Content = { subject: string; text: string };

/** Subject and text as one sealed text: codes stand in subjects. */
export function sealMail(vault: Vault, mailId: string, { subject, text }: Content): Promise<string> {
  return vault.seal(JSON.stringify({ subject, text }), mailPurpose(mailId));
}

/** What a row says; one from before mails were sealed as it stands. */
export async function openMail(vault: Vault, { mail_id: mailId, subject, text }: MailRow): Promise<Content> {
  if (sealedUnder(text) === null) return { subject, text };
  return JSON.parse(await vault.open(text, mailPurpose(mailId))) as Content;
}

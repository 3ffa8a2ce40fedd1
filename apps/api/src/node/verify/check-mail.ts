import { fault, fine, type Finding } from './finding.ts';

/** The mail server as this looks at it: reached over TLS, and asked to take one mail. */
export type MailServer = { verify(): Promise<unknown>; send(to: string): Promise<unknown> };

/** Whether mail can leave; sends one only where an address is given. */
export async function checkMail(server: MailServer | null, mailTo: string | undefined): Promise<Finding[]> {
  if (!server) return [];
  try {
    await server.verify();
  } catch (error) {
    return [fault(`The mail server cannot be used: ${wordsOf(error)}.`)];
  }
  const reached = fine('The mail server answers over TLS and accepts the sign-in.');
  if (mailTo === undefined) return [reached];
  try {
    await server.send(mailTo);
    return [reached, fine(`An email to ${mailTo} was accepted.`)];
  } catch (error) {
    return [reached, fault(`An email to ${mailTo} was refused: ${wordsOf(error)}.`)];
  }
}

function wordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}

import type { Database } from '#database/database.ts';
import { requireOpenableKeys } from '#core/secrets/seal-stored.ts';
import type { Vault } from '#core/secrets/vault.ts';
import type { ServerSettings } from '#settings.ts';
import { checkAdministrators } from './check-administrators.ts';
import { checkBooks } from './check-books.ts';
import { checkDatabase, checkSamples } from './check-database.ts';
import { checkMail, type MailServer } from './check-mail.ts';
import { checkSettings } from './check-settings.ts';
import { fault, fine, type Finding } from './finding.ts';

export type Deployment = {
  settings: ServerSettings;
  database: Database;
  vault: Vault;
  mailServer: MailServer | null;
  mailTo?: string | undefined;
};

/** Looks at a deployment whole and changes nothing: settings, database, secrets, mail, administrators, books. */
export async function verify({ settings, database, vault, mailServer, mailTo }: Deployment): Promise<Finding[]> {
  const own = checkSettings(settings);
  const [mail, inside] = await Promise.all([
    checkMail(mailServer, mailTo),
    checkInside(database, vault, settings.poolSize),
  ]);
  return [...own, ...inside, ...mail];
}

async function checkInside(database: Database, vault: Vault, poolSize: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  try {
    const schema = await checkDatabase(database, poolSize);
    findings.push(...schema.findings);
    if (!schema.isCurrent) return findings;
    await requireOpenableKeys(database, vault).then(
      () => findings.push(fine('SECRETS_KEY opens what is sealed.')),
      (error: unknown) => findings.push(fault(wordsOf(error))),
    );
    findings.push(await checkSamples(database));
    findings.push(...(await checkAdministrators(database)));
    findings.push(...(await checkBooks(database)));
  } catch (error) {
    findings.push(fault(`The database cannot be asked: ${wordsOf(error)}`));
  }
  return findings;
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message || error.name : String(error));

import type { Database } from '#database/database.ts';
import { reasonOf } from '#database/reason-of.ts';
import { requireOpenableKeys } from '#core/secrets/seal-stored.ts';
import type { Vault } from '#core/secrets/vault.ts';
import type { ServerSettings } from '#settings.ts';
import { checkBanks, checkDatabase, checkSamples, fault, type Finding, fine, warning } from './check-database.ts';
import { countUnresolved } from '#exceptions/list-exceptions.ts';
import { audit } from '#ledger/audit.ts';

interface Deployment {
  settings: ServerSettings;
  database: Database;
  vault: Vault;
  mailServer: MailServer | null;
  mailTo?: string | undefined;
}

/** Checks a deployment's settings, database, secrets, mail, administrators and ledger, and changes nothing. */
export async function verify({ settings, database, vault, mailServer, mailTo }: Deployment): Promise<Finding[]> {
  const misspelt = settings.misspelt.map(({ name, setting }) =>
    warning(`${name} is not a setting and is ignored. Did you mean ${setting}?`),
  );
  const own = [...misspelt, ...checkSettings(settings)];
  const [mail, inside] = await Promise.all([checkMail(mailServer, mailTo), checkInside(database, vault, settings)]);
  return [...own, ...inside, ...mail];
}

async function checkInside(database: Database, vault: Vault, { poolSize, app }: ServerSettings): Promise<Finding[]> {
  const findings: Finding[] = [];
  try {
    const schema = await checkDatabase(database, poolSize);
    findings.push(...schema.findings);
    if (!schema.isCurrent) return findings;
    await requireOpenableKeys(database, vault).then(
      () => findings.push(fine('SECRETS_KEY opens what is sealed.')),
      (error: unknown) => findings.push(fault(reasonOf(error))),
    );
    findings.push(await checkSamples(database));
    if (app.provider === 'SIMULATED') findings.push(await checkBanks(database));
    findings.push(...(await checkAdministrators(database)));
    findings.push(...(await checkBooks(database)));
  } catch (error) {
    findings.push(fault(`The database cannot be asked: ${reasonOf(error)}`));
  }
  return findings;
}

function checkSettings({ app, databaseUrl, trustedProxies, smtpUrl }: ServerSettings): Finding[] {
  const findings: Finding[] = [];
  if (app.isLocal) {
    return [fault('LOCAL is true: that is for one’s own machine. Anything others reach needs LOCAL=false.')];
  }
  if (databaseUrl === undefined) {
    findings.push(fault('DATABASE_URL is missing: the embedded database does not survive a power cut.'));
  }
  if (smtpUrl === undefined) {
    findings.push(fault('SMTP_URL is missing: invitations, password links and codes are not sent.'));
  }
  if (trustedProxies.length === 0) {
    findings.push(
      warning(
        'TRUSTED_PROXIES is none: behind a proxy every caller then has its address, in limits and in the audit log.',
      ),
    );
  }
  if (app.provider === 'NONE') {
    findings.push(
      warning('No account provider is connected: this Live environment makes no payment links and moves no money.'),
    );
  }
  return [fine(`The settings can be read; people find the portal at ${app.portalUrl}.`), ...findings];
}

interface Row {
  email: string;
  hasPassword: boolean;
  hasFactor: boolean;
  mayChange: boolean;
}

/** Whether the platform has an administrator with more protection than a password. */
async function checkAdministrators({ query }: Database): Promise<Finding[]> {
  const rows = await query<Row>(
    `SELECT email, password_hash IS NOT NULL AS "hasPassword", two_factor <> 'NONE' AS "hasFactor",
       'VOLUME_ADMIN' = ANY(roles) AS "mayChange"
     FROM accounts WHERE admin_id IS NOT NULL AND merchant_id IS NULL AND is_enabled ORDER BY email`,
  );
  if (!rows.some(({ mayChange }) => mayChange)) {
    return [fault('The platform has no administrator: npm run admin -- create-admin --email ada@example.com.')];
  }
  const open = rows.filter(({ hasPassword, hasFactor }) => !hasPassword || !hasFactor);
  if (open.length === 0) {
    return [fine(`${rows.length} of ${rows.length} administrators hold a second factor.`)];
  }
  return open.map(({ email, hasPassword }) =>
    warning(
      hasPassword
        ? `${email} administers the platform and holds no second factor yet: the next sign-in asks for one.`
        : `${email} administers the platform and has not chosen a password yet.`,
    ),
  );
}

/** Checks every ledger rule over all data, and unresolved exceptions. */
async function checkBooks(database: Database): Promise<Finding[]> {
  const broken = await audit(database);
  const books = broken.map(({ rule, count }) =>
    fault(`The books are wrong: "${rule}" does not hold for ${count} rows.`),
  );
  const open = await countUnresolved(database);
  return [
    ...(books.length > 0 ? books : [fine('The books balance, and every rule holds.')]),
    ...(open > 0 ? [warning(`${open} exceptions wait for an administrator.`)] : []),
  ];
}

/** The mail server for this check: connects over TLS and can send one mail. */
export interface MailServer {
  verify(): Promise<unknown>;
  send(to: string): Promise<unknown>;
}

async function checkMail(server: MailServer | null, mailTo: string | undefined): Promise<Finding[]> {
  if (!server) return [];
  try {
    await server.verify();
  } catch (error) {
    return [fault(`The mail server cannot be used: ${mailWordsOf(error)}.`)];
  }
  const reached = fine('The mail server answers over TLS and accepts the sign-in.');
  if (mailTo === undefined) return [reached];
  try {
    await server.send(mailTo);
    return [reached, fine(`An email to ${mailTo} was accepted.`)];
  } catch (error) {
    return [reached, fault(`An email to ${mailTo} was refused: ${mailWordsOf(error)}.`)];
  }
}

function mailWordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}

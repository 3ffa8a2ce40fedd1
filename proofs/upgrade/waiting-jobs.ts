import { sealMail } from '#api/core/mail/send-mail.ts';
import { createVault } from '#api/core/secrets/vault.ts';
import type { Database } from '#api/database/database.ts';
import { testSecretsKey } from '#api/testing/secrets-key.ts';
import { type SmtpSink, startSmtpSink } from '#api/testing/mail/smtp-sink.ts';

const jobs = 10_000;
/** Claimed by a process that has ended: claimed again when their leases end. */
const running = 100;
const longestWait = 600_000;

/** Mails that wait as jobs while builds are replaced, and the mail server that counts them. */
export interface WaitingJobs {
  env: Record<string, string>;
  /** Adds the jobs; they become due one after another in about three minutes. */
  add: (database: Database) => Promise<void>;
  /** Waits until none is left; true when each mail was sent once. */
  prove: (database: Database) => Promise<boolean>;
  close: () => Promise<void>;
}

export async function startWaitingJobs(): Promise<WaitingJobs> {
  const sink = await startSmtpSink();
  return {
    env: { SMTP_URL: sink.url, MAIL_FROM: 'Portal <no-reply@portal.example>' },
    add: async ({ query }) => {
      await query(
        `WITH mails AS (
          INSERT INTO outbox_mail (mail_id, recipient, subject, text)
          SELECT id, 'upgrade@merchant.example', '', sealed FROM jsonb_to_recordset($1::jsonb) AS m(id uuid, sealed text))
        INSERT INTO due_work (work_id, kind, object_id, due_at, attempts, claimed_until)
        SELECT gen_random_uuid(), 'MAIL', id, now() + place * interval '18 milliseconds', (place <= $2::integer)::integer,
          CASE WHEN place <= $2::integer THEN now() + interval '30 seconds' END
        FROM jsonb_to_recordset($1::jsonb) AS m(id uuid, place integer)`,
        [JSON.stringify(await Promise.all(Array.from({ length: jobs }, (_, at) => sealOne(at + 1)))), running],
      );
    },
    prove: async (database) => {
      const left = await awaitEnd(database);
      const sent = subjectsOf(sink);
      const lost = jobs - new Set(sent).size;
      const doubled = sent.length - new Set(sent).size;
      console.log(
        `${jobs.toLocaleString('en-GB')} waiting jobs, of these ${running} of a process that had ended: ${lost} lost, ${doubled} doubled, ${left} left`,
      );
      return lost === 0 && doubled === 0 && left === 0;
    },
    close: () => sink.close(),
  };
}

const vault = createVault(testSecretsKey);

async function sealOne(place: number) {
  const id = crypto.randomUUID();
  return { id, place, sealed: await sealMail(vault, id, { subject: `Job ${place}`, text: 'Text' }) };
}

const subjectsOf = ({ mails }: SmtpSink): string[] =>
  mails.flatMap((mail) => /^Subject: Job (\d+)$/m.exec(mail)?.[1] ?? []);

async function awaitEnd({ query }: Database): Promise<number> {
  for (const begun = Date.now(); ;) {
    const [row] = await query<{ left: number }>(`SELECT count(*) AS left FROM due_work WHERE kind = 'MAIL'`);
    const left = row?.left ?? 0;
    if (left === 0 || Date.now() - begun > longestWait) return left;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

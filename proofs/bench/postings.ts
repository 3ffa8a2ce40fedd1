import { readFileSync } from 'node:fs';
import { connectPostgres } from '#api/database/connect-postgres.ts';
import type { Database } from '#api/database/database.ts';
import { migrate } from '#api/database/migrate.ts';
import { type TriggerForm, triggerFunctions } from '#api/database/migrations/trigger-functions.ts';
import { writeContext } from '#api/core/write-context.ts';
import { openBooks } from '#api/ledger/open-books.ts';
import { post } from '#api/ledger/post.ts';
import { type Books, move } from '#api/ledger/transfer.ts';
import { startThrowawayPostgres } from '#scripts/throwaway-postgres.mjs';

/**
 * Posts pay-ins one after the other on one connection, in rounds that alternate between the two forms of the trigger
 * functions, and prints PostgreSQL's processor time of a posting. The first round only warms up. BENCH_ROUNDS (3) and
 * BENCH_POSTINGS (5,000 a round).
 */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const postings = Number(process.env['BENCH_POSTINGS'] ?? 5_000);
const forms: readonly TriggerForm[] = ['distributed', 'one server'];

const clock = { now: () => new Date() };
const random = {
  bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  uuid: () => crypto.randomUUID(),
};

const server = await startThrowawayPostgres();
const schema = connectPostgres(server.url, {});
await migrate(schema);
await schema.close();
const database = connectPostgres(server.url, { poolSize: 1 });
try {
  const books = await openAccount(database);
  const spent: Record<TriggerForm, number[]> = { distributed: [], 'one server': [] };
  for (let round = 0; round <= rounds; round++) {
    for (const form of forms) {
      const each = await timeRound(database, books, form);
      if (round > 0) spent[form].push(each);
    }
  }
  const [dynamic, fixed] = forms.map((form) => mean(spent[form]));
  console.log(`\nPostgreSQL's processor time of a posting, ${rounds} rounds of ${postings.toLocaleString('en-GB')}`);
  for (const form of forms)
    console.log(`  ${form.padEnd(12)} ${spent[form].map((each) => each.toFixed(3)).join('  ')} ms`);
  console.log(`  one server ÷ distributed: ${((fixed ?? 0) / (dynamic ?? 0)).toFixed(2)}`);
} finally {
  await database.close();
  await server.stop();
}

function mean(figures: readonly number[]): number {
  return figures.reduce((sum, each) => sum + each, 0) / figures.length;
}

async function openAccount(queries: Database): Promise<Books> {
  const { newId } = writeContext({ clock, random });
  const [merchantId, applicationId] = [newId(), newId()];
  const books = { merchantId, payInAccountId: 1, currency: 'GBP' } as const;
  await queries.run(`INSERT INTO merchants (merchant_id, company_name) VALUES ('${merchantId}', 'Bench');
    INSERT INTO applications (merchant_id, application_id, application_name) VALUES ('${merchantId}', '${applicationId}', 'Bench');
    INSERT INTO payee_details (merchant_id, payee_detail_id, application_id, for_currency, account_holder_name, account_identification_1)
      VALUES ('${merchantId}', 1, '${applicationId}', 'GBP', 'Bench', '{"type":"ACCOUNT_NUMBER","number":"12345678"}')`);
  await openBooks(queries, { newId }, books);
  return books;
}

/** Milliseconds of the server's processor for one posting. */
async function timeRound(queries: Database, books: Books, form: TriggerForm): Promise<number> {
  for (const definition of triggerFunctions(form)) await queries.run(definition);
  await queries.run('VACUUM ANALYZE ledger_accounts, balance_daily, ledger_legs, ledger_transfers');
  const [backend] = await queries.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const began = processorTime(backend?.pid ?? 0);
  for (let n = 0; n < postings; n++) {
    await queries.transaction((inside) => post(inside, writeContext({ clock, random }), [move('PAY_IN', books, 100)]));
  }
  return (processorTime(backend?.pid ?? 0) - began) / postings;
}

/** Milliseconds that a process of this Linux machine has used, in steps of ten. */
function processorTime(pid: number): number {
  const [user, kernel] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return 10 * ((user ?? 0) + (kernel ?? 0));
}

import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Form, openForm } from '#proofs/bench/scale/forms.ts';
import { countShards } from '#proofs/bench/scale/count-shards.ts';
import { type Load, makeCalls, planLoads } from '#proofs/bench/scale/loads.ts';
import { readProcessorTimes } from '#proofs/bench/scale/processor-time.ts';
import { type Cost, sayWhatToBuy } from '#proofs/bench/scale/what-to-buy.ts';
import { buildWhenStale } from '#scripts/build-when-stale.mjs';
import { hasExtension, onDatabase, withoutCitus } from '#proofs/distributed/cluster.ts';
import { type RunningApp, startApp, unlimited } from '#scripts/start-app.ts';

/**
 * `npm run bench -- scale --calls 400 --payments 20000`: processor milliseconds of a list, a complete payout and an
 * export in the API instances, the coordinator and the workers, and the number of shards they query: with one
 * PostgreSQL, one worker and two, and with 1, 2 and 4 instances. Costs that stay flat can be multiplied. Measures
 * processor time, so that a busy machine gives the same result.
 */
const { values } = parseArgs({
  options: { calls: { type: 'string', default: '400' }, payments: { type: 'string', default: '20000' } },
});
const calls = Number(values.calls);
const counts = [1, 2, 4];
/** Above this ratio, four instances or two workers do not scale. */
const flat = 1.5;
const patience = 600_000;

interface Row extends Cost {
  form: string;
  instances: number;
  load: string;
  shards: number | undefined;
}

const total = ({ api, coordinator, workers }: Cost): number => api + coordinator + workers;

/** Processor time of all processes during `work`, divided by the number that it returns. */
async function measure(form: Form, instances: readonly RunningApp[], work: () => Promise<number>): Promise<Cost> {
  const roots = [form.coordinator, ...form.workers, ...instances.map(({ pid }) => pid)];
  const before = readProcessorTimes(roots);
  const done = await work();
  const took = readProcessorTimes(roots).map((after, at) => (after - (before[at] ?? 0)) / done);
  const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0);
  const [coordinator = 0, ...others] = took;
  const workers = others.splice(0, form.workers.length);
  return { coordinator, workers: sum(workers), api: sum(others) };
}

/** The background cost per second without calls. */
const measureIdle = (form: Form, instances: readonly RunningApp[]): Promise<Cost> =>
  measure(form, instances, async () => {
    const begun = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    return (performance.now() - begun) / 1000;
  });

/** The cost of one load minus the background cost in the same time. */
async function measureLoad(form: Form, instances: readonly RunningApp[], load: Load, idle: Cost): Promise<Cost> {
  let seconds = 0;
  const cost = await measure(form, instances, async () => {
    const begun = performance.now();
    const done = await makeCalls(load);
    seconds = (performance.now() - begun) / 1000 / done;
    return done;
  });
  const without = (of: keyof Cost) => Math.max(0, cost[of] - idle[of] * seconds);
  return { api: without('api'), coordinator: without('coordinator'), workers: without('workers') };
}

async function measureForm(workers: number): Promise<Row[]> {
  const form = await openForm(workers);
  const env = { DATABASE_URL: form.url, ...unlimited, LOG_LEVEL: 'error' };
  const start = () => startApp({ ...env, SAMPLE_PAYMENTS: values.payments }, patience);
  const instances: RunningApp[] = [];
  try {
    const first = await start();
    instances.push(first);
    return await onDatabase(form.url, async (database) => {
      await database.run('ANALYZE');
      const { dataDir } = first;
      const shards = workers > 0 ? await countShards(database, dataDir) : new Map<string, number>();
      const rows: Row[] = [];
      for (const wanted of counts) {
        while (instances.length < wanted) instances.push(await start());
        const place = { form: form.name, instances: wanted };
        const loads = await planLoads(instances, { database, dataDir, calls });
        // Warm up, because new processes have to compile their code first.
        for (const load of loads) await makeCalls({ ...load, calls: Math.ceil((load.calls * wanted) / 5) });
        const idle = await measureIdle(form, instances);
        rows.push(print({ ...place, ...idle, load: 'nothing, a second', shards: undefined }));
        for (const load of loads) {
          const cost = await measureLoad(form, instances, load, idle);
          rows.push(print({ ...place, ...cost, load: load.name, shards: shards.get(load.name) }));
        }
      }
      return rows;
    });
  } finally {
    await Promise.all(instances.map((instance) => instance.stop()));
    await form.stop();
  }
}

function print(row: Row): Row {
  const figures = [row.api, row.coordinator, row.workers, total(row)].map((value) => value.toFixed(1).padStart(7));
  const cells = [row.form.padEnd(14), row.instances, row.load.padEnd(19), ...figures, row.shards ?? '–'];
  console.log(`| ${cells.join(' | ')} |`);
  return row;
}

/** Sentences about the costs per call that grow with instances or workers. */
function namesThatGrow(rows: readonly Row[]): string[] {
  const find = (form: string, instances: number, load: string) =>
    rows.find((row) => row.form === form && row.instances === instances && row.load === load);
  const grown = (what: string, less: Row | undefined, more: Row | undefined): string[] =>
    less && more && total(more) > flat * total(less)
      ? [`${less.load}: ${total(less).toFixed(1)} ms become ${total(more).toFixed(1)} with ${what}`]
      : [];
  const calls = rows.filter(({ load, instances }) => instances === 1 && !load.startsWith('nothing'));
  return calls.flatMap((row) => [
    ...grown(`4 instances, ${row.form}`, row, find(row.form, 4, row.load)),
    ...(row.form === '1 worker' ? grown('2 workers', row, find('2 workers', 1, row.load)) : []),
  ]);
}

/** The hardware to buy, calculated from the largest setup that was measured. */
function sayWhatIsToBuy(rows: readonly Row[]): string[] {
  const find = (load: string) => rows.findLast((row) => row.instances === 1 && row.load === load);
  const [payout, list, allMerchants] = [
    find('payout, to its end'),
    find('list, one merchant'),
    find('list, all merchants'),
  ];
  return payout && list && allMerchants ? sayWhatToBuy({ payout, list, allMerchants }) : [];
}

if (!hasExtension()) {
  console.error(`NOT MEASURED: ${withoutCitus}`);
  process.exit(1);
}
if (!(await buildWhenStale())) process.exit(1);
console.log(
  `Milliseconds of processor for one call of ${calls}, ${values.payments} payments; load ${loadavg()[0]?.toFixed(1)}`,
);
console.log(
  '| database       | instances | call                |     API | coordinator | workers |  in all | shards |',
);
console.log('|---|---|---|---|---|---|---|---|');
const rows: Row[] = [];
for (const workers of [0, 1, 2]) rows.push(...(await measureForm(workers)));
for (const line of sayWhatIsToBuy(rows)) console.log(line);
const growing = namesThatGrow(rows);
for (const sentence of growing) console.log(sentence);
console.log(growing.length === 0 ? 'Every cost stays flat.' : 'Not every cost stays flat.');
process.exitCode = growing.length === 0 ? 0 : 1;

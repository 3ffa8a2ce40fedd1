/** The environment variables of builds, tests, proofs and measurements; docs/settings.md lists them. */
export const commandSettings: Record<string, { does: string; otherwise?: string }> = {
  COMMIT: {
    does: 'A build carries this commit id, which every call and report names.',
    otherwise: 'the commit that git reports, or the version without git',
  },
  CI: { does: '`true` makes `npm test` fail because of a step that could not run.' },
  CHROME_PATH: {
    does: 'Browser tests, proofs and pictures use this Chrome or Chromium.',
    otherwise: 'the one that is installed',
  },
  TEST_DATABASE_URL: {
    does: 'API tests create their databases in this PostgreSQL.',
    otherwise: '`npm test` starts one, and single tests use the embedded database',
  },
  TEST_POOLER_URL: { does: 'API tests connect through this pooler to `TEST_DATABASE_URL`.' },
  TEST_PROVIDERS: {
    does: '`gateway` runs API tests with the simulated providers behind a gateway, as `npm run test:gateway` does.',
    otherwise: 'the simulation inside the API',
  },
  TEST_COUNTS: {
    does: '`full` runs tests with the stated counts, as `npm run test:full` does.',
    otherwise: 'small counts',
  },
  BASE_URL: {
    does: 'Browser tests use the app at this address, with the sign-ins in `DATA_DIR`.',
    otherwise: 'one that they start',
  },
  TRACE: { does: '`on` records a trace of every browser test that fails.' },
  ABUSE_ROUNDS: { does: '`npm run prove -- abuse` runs every attack this many times.', otherwise: '3' },
  ABUSE_SECONDS: { does: '`npm run prove -- abuse` attacks for this many seconds.', otherwise: '20' },
  ABUSE_ONLY: {
    does: '`npm run prove -- abuse` runs only the attacks whose names contain one of these parts, separated by semicolons.',
  },
  PROVE_SECONDS: {
    does: '`npm run prove -- upgrade`, `replica` and `gateway` stay in each step for this many seconds.',
    otherwise: '3 for upgrade, 4 for replica, 10 for gateway',
  },
  PROVE_STREAMS: { does: '`npm run prove -- live` opens this many pages.', otherwise: '5000' },
  PROVE_MEGABYTES: {
    does: '`npm run prove -- live` allows an instance’s memory to grow by this many megabytes.',
    otherwise: '200',
  },
  PROVE_WRITES: {
    does: '`npm run prove -- failover` sends this many writes while instances are killed.',
    otherwise: '600',
  },
  BENCH_ROUNDS: {
    does: 'A measurement repeats each of its cases this often.',
    otherwise: '200 for list and money, 5 for page and demo, 3 for postings',
  },
  BENCH_POSTINGS: {
    does: '`npm run bench -- postings` makes this many postings in a round.',
    otherwise: '5000',
  },
  BENCH_ROWS: {
    does: '`npm run bench -- list` and `npm run bench -- money` create this many payments in PostgreSQL.',
    otherwise: '1000000 for list, 1666667 for money',
  },
  BENCH_EMBEDDED_ROWS: {
    does: '`npm run bench -- list` creates this many payments in the embedded database; 0 skips it.',
    otherwise: '100000',
  },
  BENCH_DATABASE_URL: {
    does: 'Measurements use this PostgreSQL and keep their sample data in it for the next run.',
    otherwise: 'one that they start',
  },
};

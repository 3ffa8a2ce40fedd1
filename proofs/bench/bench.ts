import { runNamedTask } from '#api/node/choose-task.ts';

/** `npm run bench -- BENCH`: measures this machine. docs/figures.md has our own numbers. */
await runNamedTask('bench', {
  demo: { does: "The demo's first screen from a cold start.", run: () => import('#proofs/bench/demo.ts') },
  list: {
    does: 'List queries, on the embedded database and on PostgreSQL.',
    run: () => import('#proofs/bench/list.ts'),
  },
  money: {
    does: 'Balances, statements, payouts, revenue and exports at a million payments of one merchant.',
    run: () => import('#proofs/bench/money.ts'),
  },
  page: {
    does: 'Six pages and two clicks next to a bare React app, and key presses among a hundred rows.',
    run: () => import('#proofs/bench/page.ts'),
  },
  postings: {
    does: 'Processor time of a posting with the static triggers of one server and the dynamic ones of a cluster.',
    run: () => import('#proofs/bench/postings.ts'),
  },
  reconcile: {
    does: 'A bank statement of 50,000 lines read and matched against 100,000 payments.',
    run: () => import('#proofs/bench/reconcile.ts'),
  },
  scale: {
    does: 'Processor time of lists, payouts and exports with 1, 2 and 4 instances, and their shards.',
    run: () => import('#proofs/bench/scale.ts'),
  },
  'under-load': {
    does: 'Runs a command while other processes keep the processors busy: bench -- under-load 5 npm run e2e.',
    run: () => import('#proofs/bench/under-load.ts'),
  },
});

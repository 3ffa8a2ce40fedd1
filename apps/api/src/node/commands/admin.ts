import { runNamedTask } from '#node/choose-task.ts';

/** `npm run admin -- TASK`: the command line tasks of operators. Each task explains itself with `--help`. */
await runNamedTask('admin', {
  'create-admin': {
    does: 'Creates an administrator of the platform and mails a link to choose a password.',
    run: () => import('./create-admin.ts'),
  },
  'create-merchant': {
    does: 'Creates a merchant with applications, accounts and first user from a file.',
    run: () => import('./create-merchant.ts'),
  },
  'add-bank': {
    does: 'Adds a bank that payers can choose.',
    run: () => import('./add-bank.ts'),
  },
  'failed-jobs': {
    does: 'Lists failed jobs, and retries the dead ones of a kind.',
    run: () => import('./failed-jobs.ts'),
  },
  disable: {
    does: 'Stops a merchant, or signs out and locks an administrator.',
    run: async () => (await import('./set-enabled.ts')).runSetEnabled(false),
  },
  'disable-admin': {
    does: 'Signs out and locks an administrator; in an emergency also the last but one.',
    run: () => import('./disable-admin.ts'),
  },
  enable: {
    does: 'Enables a disabled merchant or administrator.',
    run: async () => (await import('./set-enabled.ts')).runSetEnabled(true),
  },
  verify: {
    does: 'Checks settings, database, secrets, banks, mail, administrators and books, and reports problems.',
    run: () => import('./verify.ts'),
  },
  audit: {
    does: 'Checks the books rule by rule.',
    run: () => import('./audit.ts'),
  },
  'verify-audit-log': {
    does: 'Finds entries of the audit log that were changed, removed or added by hand.',
    run: () => import('./verify-audit-log.ts'),
  },
  'rotate-secrets': {
    does: 'Encrypts every secret under the newest SECRETS_KEY, and adds signing keys.',
    run: () => import('./rotate-secrets.ts'),
  },
  distribute: {
    does: 'Spreads the tables of merchants over a Citus cluster.',
    run: () => import('./distribute.ts'),
  },
  'simulated-gateway': {
    does: 'Runs a gateway with simulated providers as a process of its own.',
    run: () => import('./simulated-gateway.ts'),
  },
  reset: {
    does: 'Removes the sample world of the embedded database.',
    run: () => import('./reset.ts'),
  },
});

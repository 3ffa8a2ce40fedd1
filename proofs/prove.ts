import { runNamedTask } from '#api/node/choose-task.ts';

/**
 * `npm run prove -- PROOF`: each proof starts what it needs, prints its results, and ends with `Proved.` or exit code
 * 1.
 */
await runNamedTask('prove', {
  abuse: {
    does: 'Fourteen attacks on the real server: every other list, sign-in and memory stay within their bounds.',
    run: () => import('#proofs/abuse.ts'),
  },
  browsers: {
    does: 'The most frequent actions in Firefox ESR and WebKitGTK, with pictures.',
    run: () => import('#proofs/browsers.ts'),
  },
  distributed: {
    does: 'The sample world and the API tests on a Citus cluster of three servers.',
    run: () => import('#proofs/distributed.ts'),
  },
  environments: {
    does: 'One build as sandbox, integration and live side by side, and the demo.',
    run: () => import('#proofs/environments.ts'),
  },
  failover: {
    does: 'An instance and then a database server killed under load: nothing acknowledged is lost.',
    run: () => import('#proofs/failover.ts'),
  },
  gateway: {
    does: 'A gateway process killed, slow or answering garbage while money moves: nothing lost, nothing twice.',
    run: () => import('#proofs/gateway.ts'),
  },
  hosting: {
    does: 'The configured portal behind nginx and Caddy: headers, caching, compression, a sign-in.',
    run: () => import('#proofs/hosting.ts'),
  },
  image: {
    does: "The Dockerfile's steps without Docker; the result starts as a user without rights.",
    run: () => import('#proofs/image.ts'),
  },
  lighthouse: {
    does: 'Lighthouse on every screen, desk and phone: accessibility and best practices.',
    run: () => import('#proofs/lighthouse.ts'),
  },
  live: {
    does: '5,000 pages are notified of a change at another instance, in less than 200 MB.',
    run: () => import('#proofs/live.ts'),
  },
  node: {
    does: 'Installation, tests, build and start on Node 20.19, 22 and 24; parts can be chosen.',
    run: () => import('#proofs/node.ts'),
  },
  pooler: {
    does: 'pgBouncer in front of PostgreSQL: wrong starts are refused, two instances write.',
    run: () => import('#proofs/pooler.ts'),
  },
  replica: {
    does: 'A standby that lists read from, paused, killed and back under load: no error.',
    run: () => import('#proofs/replica.ts'),
  },
  restore: {
    does: 'A filled database backed up and restored: same rows, sound books.',
    run: () => import('#proofs/restore.ts'),
  },
  upgrade: {
    does: 'An older build replaced by this one, back and forward again under load: no call fails.',
    run: () => import('#proofs/upgrade.ts'),
  },
});

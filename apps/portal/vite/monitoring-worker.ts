import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

const made =
  /new Worker\(configuration\.workerUrl \|\| URL\.createObjectURL\(new Blob\(\[("(?:[^"\\]|\\.)*")\](?:, \{[^}]*\})?\)\)\)/;

/**
 * Gives the monitoring's worker a file of our own instead of a text that becomes code: the policy of the page allows
 * workers from our origin alone, and an address for one only from the named Trusted Types policy (decision 8).
 */
export function monitoringWorker(): Plugin {
  return {
    name: 'monitoring-worker',
    apply: 'build',
    transform: {
      filter: { id: /browser-rum[\\/]esm[\\/].*deflateWorker\.mjs$/ },
      handler(source) {
        const literal = made.exec(source)?.[1];
        if (!literal)
          throw new Error('The monitoring no longer makes its worker of one text: see vite/monitoring-worker.ts.');
        const worker = JSON.parse(literal) as string;
        const hash = createHash('sha256').update(worker).digest('base64url').slice(0, 8);
        const fileName = `assets/monitoring-worker-${hash}.js`;
        this.emitFile({ type: 'asset', fileName, source: worker });
        return {
          code: source.replace(made, () => `new Worker(addressOf(${JSON.stringify(`/${fileName}`)}))`) + addressOf,
          map: null,
        };
      },
    },
  };
}

const addressOf = `
function addressOf(url) {
  const types = globalThis.trustedTypes;
  return types ? types.createPolicy('monitoring-worker', { createScriptURL: () => url }).createScriptURL(url) : url;
}`;

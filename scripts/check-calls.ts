import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@volume/contract/endpoints.ts';
import { oracle as accessOracle } from '#api/testing/access-oracle.ts';
import { handlers } from '#api/handlers.ts';
import { ownAnswers } from '#e2e/faults/own-answers.ts';
import { root } from '#scripts/run-command.mjs';

export interface CheckedCall {
  name: string;
  method: string;
  path: string;
  origin: string;
}

/** Everything that the repository has for its calls, by name or as `METHOD path` with every id written `{}`. */
export interface Known {
  handled: ReadonlySet<string>;
  oracle: ReadonlySet<string>;
  /** The text of the file with the calls of screens. */
  screens: string;
  answered: ReadonlySet<string>;
}

/** Returns one line per call and file that lacks it; empty when every call has its handler, oracle row and answer. */
export function checkCalls(): string {
  const screens = readFileSync(join(root, 'e2e/faults/screens.ts'), 'utf8');
  return findMissingCalls(Object.values(endpoints), {
    handled: new Set(handlers.map(({ endpoint }) => endpoint.name)),
    oracle: new Set(Object.keys(accessOracle)),
    screens,
    answered: new Set(Object.keys(ownAnswers)),
  }).join('\n');
}

export const findMissingCalls = (calls: readonly CheckedCall[], known: Known): string[] =>
  calls.flatMap(({ name, method, path, origin }) => {
    const address = `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;
    const isOnScreen = origin === 'ours' && known.screens.includes(`'${address}'`);
    return [
      ...(known.handled.has(name) ? [] : [`apps/api/src/handlers.ts: has no handler for ${name}`]),
      ...(known.oracle.has(name) ? [] : [`apps/api/src/testing/oracle: has no row that says who can make ${name}`]),
      ...(isOnScreen && !known.answered.has(address) ? [`e2e/faults/own-answers.ts: has no answer to ${address}`] : []),
    ];
  });

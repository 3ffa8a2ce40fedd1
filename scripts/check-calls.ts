import { endpoints } from '@volume/contract/endpoints.ts';
import { oracle as accessOracle } from '#api/testing/access-oracle.ts';
import { handlers } from '#api/handlers.ts';
import { isScreenCall } from '#e2e/faults/answer-parts.ts';
import { ownAnswers } from '#e2e/faults/own-answers.ts';
import { callsAfterLoad } from '#e2e/faults/screen-calls.ts';
import { screens } from '#e2e/faults/screens.ts';

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
  /** The calls that screens make. */
  onScreens: ReadonlySet<string>;
  answered: ReadonlySet<string>;
}

/** Returns one line per call and file that lacks it; empty when every call has its handler, oracle row and answer. */
export function checkCalls(): string {
  return findMissingCalls(Object.values(endpoints), {
    handled: new Set(handlers.map(({ endpoint }) => endpoint.name)),
    oracle: new Set(Object.keys(accessOracle)),
    onScreens: new Set([...screens.flatMap(({ calls }) => calls), ...callsAfterLoad]),
    answered: new Set(Object.keys(ownAnswers)),
  }).join('\n');
}

export const findMissingCalls = (calls: readonly CheckedCall[], known: Known): string[] =>
  calls.flatMap(({ name, method, path, origin }) => {
    const address = `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;
    const needsAnswer = origin === 'ours' && known.onScreens.has(address) && !isScreenCall(address);
    return [
      ...(known.handled.has(name) ? [] : [`apps/api/src/handlers.ts: has no handler for ${name}`]),
      ...(known.oracle.has(name) ? [] : [`apps/api/src/testing/oracle: has no row that says who can make ${name}`]),
      ...(needsAnswer && !known.answered.has(address)
        ? [`e2e/faults/own-answers.ts: has no answer to ${address}`]
        : []),
    ];
  });

import type { Words } from './words.ts';

/** The parts of figures. */
export const figureWords: Record<string, Words> = {
  figure: 'The figure.',
  at: 'The earlier moment for which the figure is computed. UTC. Now without it.',
  part: 'The part of the figure.',
  parts: 'What the figure is made of.',
  total: 'The parts added up, each computed again from rows or the ledger.',
  shown: 'The figure as its own call gives it. Null for an earlier moment.',
  difference: '`shown` minus `total`: all zero when the figure is right. Null without `shown`.',
  share: 'The part of the whole, from 0 to 1. Null for figures that are no share.',
  exact: 'A fee before it is rounded, with all its decimals. Null for other amounts.',
  sign: 'Whether the part is added or taken away.',
  filters: 'The filters as they were read.',
  hidden: 'Why the balance is not shown; then there are no parts. Null when it is shown.',
  onStatement: 'From the figure to the money in of the statements of the same currency. Null where there is no way.',
};

import { explainFigure as endpoint, ExplainQuery } from '@volume/contract/explain/explain.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import * as z from 'zod/mini';
import { handle, type Handler } from '#core/handler.ts';
import { inSnapshot } from '#database/database.ts';
import { explain, readInParallel } from './figure.ts';
import { listFigureLegs } from './list-figure-legs.ts';
import { readFigure, readQuery } from './read-figure.ts';

/**
 * The parts of a figure. The figure and its parts are read from one snapshot, because a payment in between would look like a
 * difference.
 */
const explainFigure = handle(endpoint, async ({ query, caller, services, request: { traceId } }) => {
  const given = readQuery(query, caller, services);
  const isPast = given.at !== null;
  const { figure: _figure, at: _at, ...filters } = query;
  const about = {
    figure: query.figure,
    atUtc: toWireTime(given.at ?? given.now),
    filters: z.encode(z.partial(ExplainQuery), filters) as Record<string, string>,
    traceId,
  };
  return inSnapshot(services.database, async (queries) => {
    await readInParallel(queries);
    const figure = await readFigure({ ...given, queries });
    const { currency, hidden = null, onStatement } = figure;
    if (hidden !== null) return { ...about, currency, hidden, ...nothing };
    const explained = await explain(queries, figure, { isPast });
    if (!onStatement) return { ...about, currency, hidden, ...explained, onStatement: null };
    const further = await explain(queries, onStatement, { isPast, figure: explained.total });
    const { payInAccountIds } = onStatement;
    return { ...about, currency, hidden, ...explained, onStatement: { ...further, payInAccountIds } };
  });
});

const nothing = {
  parts: [],
  total: { count: null, amount: null, share: null },
  shown: null,
  difference: null,
  onStatement: null,
};

export const explainHandlers: readonly Handler[] = [explainFigure, listFigureLegs];

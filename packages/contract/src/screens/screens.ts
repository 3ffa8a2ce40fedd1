import * as z from 'zod/mini';
import { mayViewPayments } from '@volume/contract/access.ts';
import { endpoint } from '@volume/contract/endpoint.ts';
import { countDays, mostDays, overviewPath, startPath } from './screen-calls.ts';
import { ApplicationParams, MerchantParams } from '@volume/contract/ids.ts';
import { UtcDay } from '@volume/contract/merchants/fee.ts';

/**
 * One line of a screen's response: a call of that screen, and its response as the call itself would return it. `retryAfter` is
 * its Retry-After header in seconds.
 */
export interface ScreenPart {
  call: string;
  status: number;
  retryAfter?: string;
  body: unknown;
}

/** Everything that the frame of a merchant's pages shows. */
export const getStart = endpoint({
  name: 'getStart',
  summary: 'One answer for the frame of a page: the merchant, the capabilities and the unread counts',
  origin: 'ours',
  method: 'GET',
  path: startPath,
  access: { kind: 'signed-in', effect: 'read' },
  produces: 'parts',
  params: MerchantParams,
});

/** Everything that the overview of an application shows in a period. Days are whole UTC days. */
export const getOverview = endpoint({
  name: 'getOverview',
  summary: 'One answer for the overview: figures, newest rows, balances and what needs attention',
  origin: 'ours',
  method: 'GET',
  path: overviewPath,
  access: { kind: 'any-of', authorities: mayViewPayments, effect: 'read' },
  produces: 'parts',
  params: ApplicationParams,
  query: z.object({ from: UtcDay, to: UtcDay, today: UtcDay }).check(
    z.refine(({ from, to }) => from <= to, { path: ['to'], message: 'must not be before from' }),
    z.refine(({ from, to }) => countDays(from, to) <= mostDays, {
      path: ['to'],
      message: `must be within ${mostDays} days`,
    }),
  ),
});

import { renderBooksGauges } from '#exceptions/books-gauges.ts';
import type { Services } from '#core/services.ts';
import { renderMailGauges } from '#outbox/mail-gauges.ts';

/** Everything that is watched beside the requests, in Prometheus' text form. */
export async function renderGauges(services: Pick<Services, 'database' | 'log'>): Promise<string> {
  return (await Promise.all([renderBooksGauges(services), renderMailGauges(services)])).join('');
}

import type { Hono } from 'hono';
import type { Env } from '#http/kernel.ts';
import { notFound, Problem } from '#core/problem.ts';
import { isSameText } from '#core/secrets/keyed-hash.ts';
import type { AppSettings } from '#core/services.ts';
import type { Metrics, ProcessMemory } from './metrics.ts';

export type MetricsParts = {
  metrics: Metrics;
  processMemory: (() => ProcessMemory) | null;
  /** What is watched beside the requests, in Prometheus' text form. */
  gauges: () => Promise<string>;
  access: AppSettings['metrics'];
};

/** `/metrics` for operators, at the root whatever the base address is (contract §2); 404 where nobody may see them. */
export function mountMetrics(app: Hono<Env>, { metrics, processMemory, gauges, access }: MetricsParts): void {
  app.get('/metrics', async (context) => {
    if (access === 'CLOSED') throw notFound('This address');
    const [, given = ''] = /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
    if (access !== 'OPEN' && !isSameText(given, access.token)) {
      throw new Problem(401, 'The metrics need their token (METRICS_TOKEN) as the bearer.');
    }
    return context.text(metrics.render(processMemory?.() ?? null) + (await gauges()), 200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    });
  });
}

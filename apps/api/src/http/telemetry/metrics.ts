import type { Hono } from 'hono';
import type { Limit } from '#http/access/throttle.ts';
import type { Env } from '#http/kernel.ts';
import { notFound, Problem } from '#core/problem.ts';
import { isSameText } from '#core/secrets/keyed-hash.ts';
import type { AppSettings } from '#core/services.ts';

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Observation {
  method: string;
  route: string;
  status: number;
  seconds: number;
}
export interface ProcessMemory {
  residentBytes: number;
  heapBytes: number;
  /** How long the event loop was blocked since this was last read, in seconds. */
  eventLoopDelay: { median: number; p99: number; longest: number };
}
interface ProviderCall {
  provider: string;
  call: string;
  outcome: 'answered' | 'failed';
  seconds: number;
}
export interface Metrics {
  /** Shows a route with zeros, so that its first error is an increase from a known value. */
  begin(method: string, route: string): void;
  observe(seen: Observation): void;
  observeProvider(seen: ProviderCall): void;
  /** Counts a message from the gateway. */
  observeMessage(type: string, outcome: string): void;
  /** Counts a call that was above a rate limit. */
  refuse(limit: Limit): void;
  render(memory: ProcessMemory | null): string;
}

/** Counters and latencies by route pattern, in Prometheus text format. */
export function createMetrics(): Metrics {
  const counts = new Map<string, number>();
  const refusals: Record<Limit, number> = { session: 0, address: 0, merchant: 0, route: 0 };
  const latencies = new Map<string, { buckets: number[]; sum: number; count: number }>();
  const providers = new Map<string, { sum: number; count: number }>();
  const messages = new Map<string, number>();
  return {
    begin(method, route) {
      for (const status of [200, 500]) counts.set(`method="${method}",route="${route}",status="${status}"`, 0);
    },
    observe({ method, route, status, seconds }) {
      const name = `method="${method}",route="${route}"`;
      const counted = `${name},status="${status}"`;
      addOne(counts, counted);
      const latency = latencies.get(name) ?? { buckets: bounds.map(() => 0), sum: 0, count: 0 };
      latencies.set(name, latency);
      latency.buckets = latency.buckets.map((held, at) => held + (seconds <= (bounds[at] ?? 0) ? 1 : 0));
      latency.sum += seconds;
      latency.count += 1;
    },
    observeProvider({ provider, call, outcome, seconds }) {
      const name = `provider="${provider}",call="${call}",outcome="${outcome}"`;
      const { sum, count } = providers.get(name) ?? { sum: 0, count: 0 };
      providers.set(name, { sum: sum + seconds, count: count + 1 });
    },
    observeMessage: (type, outcome) => addOne(messages, `type="${type}",outcome="${outcome}"`),
    refuse(limit) {
      refusals[limit] += 1;
    },
    render: (memory) =>
      [
        renderCounts(counts),
        renderRefusals(refusals),
        renderLatencies(latencies),
        renderProviders(providers),
        renderMessages(messages),
        renderMemory(memory),
      ].join(''),
  };
}

const addOne = (counts: Map<string, number>, name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1);

function renderCounts(counts: Map<string, number>): string {
  const lines = [...counts].map(([labels, count]) => `http_requests_total{${labels}} ${count}\n`);
  return `# HELP http_requests_total Requests answered.\n# TYPE http_requests_total counter\n${lines.join('')}`;
}

function renderRefusals(refusals: Record<Limit, number>): string {
  const name = 'rate_limited_total';
  const lines = Object.entries(refusals).map(([limit, count]) => `${name}{limit="${limit}"} ${count}\n`);
  return `# HELP ${name} Calls above a rate limit of this process.\n# TYPE ${name} counter\n${lines.join('')}`;
}

function renderLatencies(latencies: Map<string, { buckets: number[]; sum: number; count: number }>): string {
  const name = 'http_request_duration_seconds';
  const lines = [...latencies].map(([labels, { buckets, sum, count }]) => {
    const steps = buckets.map((held, at) => `${name}_bucket{${labels},le="${bounds[at]}"} ${held}\n`).join('');
    return `${steps}${name}_bucket{${labels},le="+Inf"} ${count}\n${name}_sum{${labels}} ${sum}\n${name}_count{${labels}} ${count}\n`;
  });
  return `# HELP ${name} Time to answer.\n# TYPE ${name} histogram\n${lines.join('')}`;
}

function renderProviders(providers: Map<string, { sum: number; count: number }>): string {
  const name = 'provider_call_seconds';
  const lines = [...providers].map(
    ([labels, { sum, count }]) => `${name}_count{${labels}} ${count}\n${name}_sum{${labels}} ${sum}\n`,
  );
  return `# HELP ${name} Calls to account providers, by how they ended.\n# TYPE ${name} summary\n${lines.join('')}`;
}

function renderMessages(messages: Map<string, number>): string {
  const name = 'gateway_messages_total';
  const lines = [...messages].map(([labels, count]) => `${name}{${labels}} ${count}\n`);
  return `# HELP ${name} Messages from the gateway, by how they were answered.\n# TYPE ${name} counter\n${lines.join('')}`;
}

function renderMemory(memory: ProcessMemory | null): string {
  if (!memory) return '';
  return (
    '# HELP process_resident_memory_bytes Resident memory.\n# TYPE process_resident_memory_bytes gauge\n' +
    `process_resident_memory_bytes ${memory.residentBytes}\n` +
    '# HELP process_heap_bytes Used heap.\n# TYPE process_heap_bytes gauge\n' +
    `process_heap_bytes ${memory.heapBytes}\n` +
    '# HELP event_loop_delay_seconds How long the event loop kept others waiting since the last reading.\n' +
    '# TYPE event_loop_delay_seconds gauge\n' +
    `event_loop_delay_seconds{of="median"} ${memory.eventLoopDelay.median}\n` +
    `event_loop_delay_seconds{of="p99"} ${memory.eventLoopDelay.p99}\n` +
    `event_loop_delay_seconds{of="longest"} ${memory.eventLoopDelay.longest}\n`
  );
}

interface MetricsParts {
  metrics: Metrics;
  processMemory: (() => ProcessMemory) | null;
  gauges: () => Promise<string>;
  access: AppSettings['metrics'];
}

/** `/metrics` for operators, at the root, independent of the base address (contract §2); 404 when it is closed. */
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

import type { Database, Queries } from '#database/database.ts';
import { toStatement } from '#database/sql.ts';

type Attributes = Record<string, string | number>;

interface Span {
  /** The last 16 hexadecimal digits of the trace's id, the same for everything that one call causes. */
  traceId: string;
  /** Ends the span with the facts known only at its end. */
  end: (name: string, attributes: Attributes, failed: boolean) => void;
}

export interface TracingSettings {
  /** For example `http://collector:4318/v1/traces`. */
  url: string;
  serviceName: string;
  /** Fraction of calls that are sampled, 0 to 1. */
  ratio: number;
  headers?: Record<string, string>;
}

/** Records spans for an OpenTelemetry collector. Disabled, and free, when no endpoint is configured. */
export interface Tracing {
  /** The root span of a call; continues the caller's trace from the `traceparent` header (W3C Trace Context). */
  call<T>(traceparent: string | null, work: (span: Span) => Promise<T>): Promise<T>;
  /** A child span of the current call; no span outside of a call. */
  step<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>;
}

/** Wraps a database so that each statement is a span of its call. Only texts are recorded, which contain no values. */
export function traceDatabase(database: Database, tracing: Tracing): Database {
  const tracedQueries = ({ query, run }: Queries): Queries => ({
    query: (statement, parameters) =>
      tracing.step(...stepOf(toStatement(statement).text), () => query(statement, parameters)),
    run: (text) => tracing.step(...stepOf(text), () => run(text)),
  });
  return {
    ...database,
    ...tracedQueries(database),
    transaction: (work) =>
      tracing.step('transaction', { 'db.system.name': 'postgresql' }, () =>
        database.transaction((queries) => work(tracedQueries(queries))),
      ),
    openSnapshot: async (begin) => {
      const snapshot = await tracing.step('snapshot', { 'db.system.name': 'postgresql' }, () =>
        database.openSnapshot((queries) => begin(tracedQueries(queries))),
      );
      return { ...snapshot, queries: tracedQueries(snapshot.queries) };
    },
  };
}

const longestText = 2_000;

/** `SELECT`, `INSERT`: the first word; the rest is in the attributes. */
function stepOf(text: string): [string, Attributes] {
  const name = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
  return [name, { 'db.system.name': 'postgresql', 'db.query.text': text.trim().slice(0, longestText) }];
}

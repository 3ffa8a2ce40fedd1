import type { Database, Queries } from '#database/database.ts';
import { toStatement } from '#database/sql.ts';

type Attributes = Record<string, string | number>;

/** A piece of work as it is going on. */
interface Span {
  /** The last 16 hexadecimal digits of the trace's id, the same for everything that one call leads to. */
  traceId: string;
  /** What is known at its end alone. */
  end: (name: string, attributes: Attributes, failed: boolean) => void;
}

/** Where traces go, and how many. */
export interface TracingSettings {
  /** `http://collector:4318/v1/traces` */
  url: string;
  serviceName: string;
  /** The part of all calls that is told, 0 to 1. */
  ratio: number;
  /** Sent to the collector with every request, such as its key. */
  headers?: Record<string, string>;
}

/** Tells how long what took, to whoever collects traces. Left out, nothing is traced and nothing costs anything. */
export interface Tracing {
  /** A call of somebody's; `traceparent` is what they sent under this name (W3C Trace Context), whose trace then goes on. */
  call<T>(traceparent: string | null, work: (span: Span) => Promise<T>): Promise<T>;
  /** A step of the call that is under way; nothing where none is. */
  step<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>;
}

/** The same database, each statement a step of its call. Texts alone are told, which hold no values. */
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

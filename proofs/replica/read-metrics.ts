const reasons = ['own change', 'behind', 'away', 'failed'] as const;

/** The number of calls that were read from a replica, and from the primary by reason, over all instances. */
export interface Reads {
  replica: number;
  primary: Record<(typeof reasons)[number] | 'total', number>;
  /** The number of instances that see the replica, and the largest lag one of them measures, in seconds. */
  available: number;
  lag: number;
  since: (before: Reads) => Reads;
}

/** Reads `/metrics` of each instance. */
export async function readReads(instances: readonly { address: string }[]): Promise<Reads> {
  const texts = await Promise.all(instances.map(async ({ address }) => (await fetch(`${address}/metrics`)).text()));
  const values = (name: string) =>
    texts.map((text) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')
          .at(-1) ?? 0,
      ),
    );
  const sum = (name: string) => values(name).reduce((all, value) => all + value, 0);
  return readsOf(
    sum('database_reads_total{from="replica",reason=""}'),
    (reason) => sum(`database_reads_total{from="primary",reason="${reason}"}`),
    { available: sum('replica_available'), lag: Math.max(...values('replica_lag_seconds')) },
  );
}

function readsOf(
  replica: number,
  count: (reason: (typeof reasons)[number]) => number,
  state: Pick<Reads, 'available' | 'lag'>,
): Reads {
  const primary = Object.fromEntries(reasons.map((reason) => [reason, count(reason)])) as Reads['primary'];
  primary.total = reasons.reduce((all, reason) => all + primary[reason], 0);
  return {
    ...state,
    replica,
    primary,
    since: (before) => readsOf(replica - before.replica, (reason) => primary[reason] - before.primary[reason], state),
  };
}

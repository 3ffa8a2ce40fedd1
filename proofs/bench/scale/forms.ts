import { distribute } from '#api/database/distribution/distribute.ts';
import { migrate } from '#api/database/migrate.ts';
import { makeCluster, onDatabase, type Server, startServer } from '#proofs/distributed/cluster.ts';
import { startThrowawayPostgres } from '#scripts/throwaway-postgres.mjs';

/** A database setup: one server, or a coordinator with workers. */
export interface Form {
  name: string;
  url: string;
  /** Process ids of the servers. */
  coordinator: number;
  workers: number[];
  stop: () => Promise<void>;
}

const shards = 8;

/** A single PostgreSQL without workers, otherwise a coordinator with workers, distributed while empty. */
export async function openForm(workers: number): Promise<Form> {
  const start: () => Promise<Server> = workers === 0 ? () => startThrowawayPostgres() : startServer;
  const servers = await Promise.all(Array.from({ length: workers + 1 }, start));
  const [leader, ...others] = servers as [Server, ...Server[]];
  const url = workers === 0 ? leader.url : await makeCluster(servers, 'postgres');
  if (workers > 0)
    await onDatabase(url, async (database) => {
      await migrate(database);
      await distribute(database, { shards });
    });
  return {
    name: workers === 0 ? 'one PostgreSQL' : `${workers} worker${workers === 1 ? '' : 's'}`,
    url,
    coordinator: leader.pid,
    workers: others.map(({ pid }) => pid),
    stop: async () => void (await Promise.all(servers.map((server) => server.stop()))),
  };
}

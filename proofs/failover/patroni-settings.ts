import { join } from 'node:path';
import { findPostgres } from '#scripts/throwaway-postgres.mjs';

export interface PairOptions {
  /** Whether a commit waits for the standby. */
  isSynchronous: boolean;
  /** Milliseconds of latency from the primary to the standby. */
  lineDelay: number;
}

export function etcdParameters(folder: string, port: number, peerPort: number): string[] {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  const given = {
    name: 'referee',
    'data-dir': join(folder, 'etcd'),
    'log-level': 'error',
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `referee=${peer}`,
  };
  return Object.entries(given).map(([name, value]) => `--${name}=${value}`);
}

interface Ports {
  name: string;
  folder: string;
  data: string;
  port: number;
  linePort: number;
  restPort: number;
  etcdPort: number;
}

/** The settings in docs/operations.md; a TTL of 20 seconds is the shortest that Patroni accepts. */
export function patroniSettings(place: Ports, { isSynchronous }: PairOptions) {
  const { name, folder, data, port, linePort, restPort, etcdPort } = place;
  const rest = `127.0.0.1:${restPort}`;
  return {
    scope: 'volume',
    name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 1,
        retry_timeout: 3,
        maximum_lag_on_failover: 1_073_741_824,
        synchronous_mode: isSynchronous,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, shared_buffers: '64MB' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${linePort}`,
      data_dir: data,
      bin_dir: findPostgres(),
      pgpass: join(folder, `${name}.pgpass`),
      authentication: { superuser: { username: 'volume' }, replication: { username: 'replicator' } },
      parameters: { unix_socket_directories: folder },
    },
  };
}

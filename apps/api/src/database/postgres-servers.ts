/** Splits a PostgreSQL address with several servers into one address each; one of them accepts writes. */
export function serversOf(databaseUrl: string): string[] {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(databaseUrl);
  if (!parts) return [databaseUrl];
  const [, before, hosts = '', after] = parts;
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** Selects one of several servers: the one that last answered as the primary, until it fails. */
export interface ServersInTurn {
  readonly count: number;
  current: () => string;
  passOver: (server: string) => void;
}

export function inTurn(servers: readonly string[]): ServersInTurn {
  let at = 0;
  const current = () => servers[at % servers.length] ?? '';
  return { count: servers.length, current, passOver: (server) => void (server === current() && (at += 1)) };
}

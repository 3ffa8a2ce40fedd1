/** The servers that an address of PostgreSQL names, each as an address of its own; one of them takes writes. */
export function serversOf(databaseUrl: string): string[] {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(databaseUrl);
  if (!parts) return [databaseUrl];
  const [, before, hosts = '', after] = parts;
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** Which of several servers is asked: the one that answered last as the primary, until it does not. */
export interface ServersInTurn {
  readonly count: number;
  current: () => string;
  /** Goes on to the next one, where this is still the one that is asked. */
  passOver: (server: string) => void;
}

export function inTurn(servers: readonly string[]): ServersInTurn {
  let at = 0;
  const current = () => servers[at % servers.length] ?? '';
  return { count: servers.length, current, passOver: (server) => void (server === current() && (at += 1)) };
}

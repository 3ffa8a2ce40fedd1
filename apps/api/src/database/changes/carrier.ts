import pg from 'pg';
import { inTurn, serversOf } from '#database/postgres-servers.ts';
import type { Change } from './change.ts';

/** Receives all instances' changes, null when some may have been missed, and the primary's log position. */
export type OnChanges = (changes: readonly Change[] | null, position: string | null) => void;

/** Sends changes of this instance to all instances, including this one, and notifies the others of new jobs. */
export interface Carrier {
  send: (changes: readonly Change[]) => void;
  /** Notifies the other instances of new jobs. Lost while there is no connection, so the others also poll. */
  wake: () => void;
  /** Whether notifications of other instances' jobs arrive at the moment. */
  isConnected: () => boolean;
  close: () => Promise<void>;
}

interface Hear {
  onChanges: OnChanges;
  /** Other instances have new jobs, or may have had some while there was no connection. */
  onJobs: () => void;
}

/** For a database used by one process only. */
export const carryWithin = ({ onChanges }: Hear): Carrier => ({
  send: (changes) => onChanges(changes, null),
  wake: () => {},
  // Commands and tests on the same database can add jobs without a notification.
  isConnected: () => false,
  close: async () => {},
});

const channel = 'volume_changes';
const jobsChannel = 'volume_jobs';
/** A notification is limited to 8,000 bytes; 60 changes are at most 5,500. */
const mostAtOnce = 60;
/** Maximum number of changes buffered without a connection; without one, little changes. */
const mostWaiting = 1_000;
const betweenTries = 1_000;
const betweenLooks = 5_000;
const longestAnswer = 4_000;

const pass = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Uses LISTEN and NOTIFY on a separate connection directly to the server, because a pooler does not support them. While
 * disconnected, local changes are buffered. Remote changes are lost, so subscribers are notified to refetch.
 */
export function carryByNotifications(databaseUrl: string, hear: Hear): Carrier {
  const waiting: Change[] = [];
  let line: Line | null = null;
  let sending = Promise.resolve();
  const flush = async (own: Line): Promise<void> => {
    while (own === line && waiting.length > 0) {
      const changes = waiting.slice(0, mostAtOnce);
      await own.notify(changes);
      waiting.splice(0, changes.length);
    }
  };
  const sendOn = () => {
    const own = line;
    if (own !== null) sending = sending.then(() => flush(own)).catch(own.drop);
  };
  const stopKeeping = keepLine(databaseUrl, hear, (opened) => {
    line = opened;
    sendOn();
  });
  return {
    wake: () => line?.wake(),
    isConnected: () => line !== null,
    send: (changes) => {
      waiting.push(...changes.slice(0, mostWaiting - waiting.length));
      sendOn();
    },
    close: async () => {
      await sending;
      await stopKeeping(() => line?.drop());
    },
  };
}

/** Keeps a connection to the primary open. `onLine` receives each connection, and null in between. */
function keepLine(databaseUrl: string, hear: Hear, onLine: (line: Line | null) => void) {
  const servers = inTurn(serversOf(databaseUrl));
  let isOver = false;
  const keep = async (): Promise<void> => {
    for (let times = 0; !isOver;) {
      const server = servers.current();
      try {
        const line = await openLine(server, hear);
        if (times > 0) hear.onChanges(null, null);
        times += 1;
        onLine(line);
        hear.onJobs();
        if (isOver) line.drop();
        await line.ended;
      } catch {
        servers.passOver(server);
      }
      onLine(null);
      if (!isOver) await pass(betweenTries);
    }
  };
  const keeping = keep();
  return async (drop: () => void): Promise<void> => {
    isOver = true;
    drop();
    await keeping;
  };
}

interface Line {
  notify: (changes: readonly Change[]) => Promise<void>;
  wake: () => void;
  /** Ends it locally, even when the server no longer answers. */
  drop: () => void;
  ended: Promise<void>;
}

/** Throws when the server does not answer or is a standby, which does not support LISTEN. */
async function openLine(connectionString: string, { onChanges, onJobs }: Hear): Promise<Line> {
  const own = crypto.randomUUID();
  const times = { connectionTimeoutMillis: 5_000, query_timeout: longestAnswer };
  const client = new pg.Client({ connectionString, keepAlive: true, ...times });
  let drop = () => {};
  const ended = new Promise<void>((resolve) => {
    drop = resolve;
    client.once('end', resolve);
  });
  client.on('error', drop);
  client.on('notification', ({ channel: heard, payload = '' }) => {
    if (heard === jobsChannel) return payload === own ? undefined : onJobs();
    const { changes, position } = JSON.parse(payload) as { changes: Change[]; position: string };
    onChanges(changes, position);
  });
  try {
    await client.connect();
    await client.query(`LISTEN ${channel}; LISTEN ${jobsChannel}`);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  // Polls, because a server can disappear without closing the connection.
  const looking = setInterval(() => void client.query('SELECT 1').catch(drop), betweenLooks);
  void ended.then(() => {
    clearInterval(looking);
    client.end().catch(() => undefined);
  });
  // Computed after the commits: a replica that has replayed this position contains them.
  const notification = `SELECT pg_notify('${channel}',
    jsonb_build_object('position', pg_current_wal_insert_lsn(), 'changes', $1::jsonb)::text)`;
  return {
    wake: wakeOver(client, own, drop),
    notify: async (changes) => void (await client.query(notification, [JSON.stringify(changes)])),
    drop,
    ended,
  };
}

/** Notifies the other processes of new jobs, one notification at a time: jobs that come in between share the next one. */
function wakeOver(client: pg.Client, own: string, drop: () => void): () => void {
  let isUnderWay = false;
  let isWanted = false;
  const wake = (): void => {
    isWanted = isUnderWay;
    if (isUnderWay) return;
    isUnderWay = true;
    void client
      .query(`SELECT pg_notify('${jobsChannel}', $1)`, [own])
      .catch(drop)
      .then(() => {
        isUnderWay = false;
        if (isWanted) wake();
      });
  };
  return wake;
}

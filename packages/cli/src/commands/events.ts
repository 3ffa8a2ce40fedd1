import type { Calls } from '@volume/client';
import { openClient, type Calling, type OwnKey } from '#core/calling.ts';
import { command, json } from '#core/command.ts';
import { readNumber, readWords } from '#core/read-words.ts';
import { plain, printRows } from '#core/terminal.ts';
import { follow } from '#webhooks/follow.ts';

type Event = Calls['listEvents']['output']['events'][number];

export const events = command({
  name: 'events',
  summary: "Lists the application's newest events of the last 30 days, or follows them",
  options: {
    follow: { type: 'boolean', description: 'prints each event as it happens' },
    after: { type: 'string', value: 'id', description: 'only events after this one' },
    limit: { type: 'string', value: 'number', description: 'the most events of the list', default: '20' },
    ...json,
  },
  details: 'The key needs the scope READ. With --follow and --json each event is one line.',
  run: async ({ options, words, settings, terminal, stopped }) => {
    readWords(words, { list: 'alone' });
    const limit = readNumber(options.limit, 'limit', 20, 10_000);
    const client = openClient(await settings());
    const own = await client.getOwnKey();
    const isJson = options.json === true;
    if (!options.follow) {
      const rows = await readNewest({ client, own, after: options.after, limit });
      return printRows(terminal, { rows, columns, isJson, none: 'No event.' });
    }
    const take = async ({ id, type, atUtc, body }: Event) => {
      const line = columns.map(([, cell]) => plain(cell({ id, type, atUtc, body }))).join('  ');
      terminal.print(isJson ? JSON.stringify({ id, type, atUtc, body }) : line);
      return 'taken' as const;
    };
    await follow({ client, own, after: options.after, take, terminal, stopped });
  },
});

const columns = [
  ['At (UTC)', ({ atUtc }: Event) => atUtc],
  ['Type', ({ type }: Event) => type],
  ['Id', ({ id }: Event) => id],
  ['About', ({ body }: Event) => aboutOf(body)],
] as const;

/** The object that the event is about. */
function aboutOf(body: string): unknown {
  const { payoutId, refundId, paymentId, paymentIntentId } = JSON.parse(body) as Record<string, unknown>;
  return payoutId ?? refundId ?? paymentId ?? paymentIntentId;
}

interface Wanted {
  client: Calling;
  own: OwnKey;
  after: string | undefined;
  limit: number;
}

/** The API lists the oldest first, so all pages are read. */
async function readNewest({ client, own, after, limit }: Wanted): Promise<Event[]> {
  const path = { merchantId: own.merchantId, applicationId: own.applicationId };
  let newest: Event[] = [];
  for (let last = after; ;) {
    const query = { size: 100, ...(last === undefined ? {} : { after: last }) };
    const page = await client.listEvents({ path, query });
    newest = [...newest, ...page.events].slice(-limit);
    last = page.events.at(-1)?.id;
    if (!page.hasMore || last === undefined) return newest;
  }
}

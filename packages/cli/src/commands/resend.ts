import { isRefusal } from '@volume/client';
import { type Calling, type Message, openClient, type OwnKey } from '#core/calling.ts';
import { command, json } from '#core/command.ts';
import { FailedError, UsageError } from '#core/failures.ts';
import { plain } from '#core/terminal.ts';
import { runAtEndpoint } from '#replay/endpoint-replay.ts';
import { forward, readTarget } from '#webhooks/forward.ts';

export const resend = command({
  name: 'resend',
  summary: 'Sends one past event again, to a server on this machine or to an endpoint, once',
  words: '<eventId>',
  options: {
    'forward-to': { type: 'string', value: 'url', description: 'your server: http://localhost:3000/webhooks' },
    endpoint: { type: 'string', value: 'id', description: 'or a confirmed webhook endpoint of the application' },
    ...json,
  },
  details: `\`volume events\` lists the ids. Your server gets the event as \`listen\` hands it over: the same body, signed now; the key needs
the scope READ. An endpoint is sent it by the API, marked as a test, under Sandbox and Integration; the key needs the scope TOOL.
A delivery that failed is sent again in the portal, under Settings, Webhooks, Deliveries. Exit code 1: the answer is not 2xx.`,
  run: async ({ options, words, settings, terminal, stopped }) => {
    const [eventId, ...more] = words;
    if (eventId === undefined || more.length > 0)
      throw new UsageError('Give the id of one event. `volume events` lists them.');
    const { endpoint: endpointId, 'forward-to': address } = options;
    if ((address === undefined) === (endpointId === undefined))
      throw new UsageError('Give either --forward-to or --endpoint.');
    const target = endpointId === undefined ? readTarget(address, 'forward-to') : null;
    const client = openClient(await settings());
    const own = await client.getOwnKey();
    const sent = target
      ? await sendTo(target, await findMessage({ client, own, eventId }))
      : await sendByApi({ client, own, eventId, endpointId: endpointId ?? '', stopped });
    terminal.print(options.json ? JSON.stringify(sent) : say(sent));
    if (sent.status === null || sent.status < 200 || sent.status > 299)
      throw new FailedError('Your server did not take the event.');
  },
});

interface Sent {
  id: string;
  type: string;
  /** Null when there was no answer. */
  status: number | null;
  /** Milliseconds; null when there was no connection. */
  took: number | null;
  error: string | null;
}

interface Wanted {
  client: Calling;
  own: OwnKey;
  eventId: string;
}

async function findMessage({ client, own, eventId }: Wanted): Promise<Message> {
  const path = { merchantId: own.merchantId, applicationId: own.applicationId };
  const notKept = new FailedError(`There is no event ${plain(eventId)} in the last 30 days.`);
  const { messages } = await client.listWebhookMessages({ path, query: { eventId } }).catch((error: unknown) => {
    throw isRefusal(error, 'EVENT_NOT_KEPT') ? notKept : error;
  });
  const [message] = messages;
  if (!message) throw notKept;
  return message;
}

async function sendTo(target: URL, message: Message): Promise<Sent> {
  const outcome = await forward(target, message);
  const { id, type } = message;
  if (outcome.kind === 'answered') return { id, type, status: outcome.status, took: outcome.took, error: null };
  return { id, type, status: null, took: outcome.kind === 'unsure' ? outcome.took : null, error: outcome.reason };
}

type AtEndpoint = Wanted & { endpointId: string; stopped: AbortSignal };

async function sendByApi({ eventId, ...wanted }: AtEndpoint): Promise<Sent> {
  const replay = await runAtEndpoint({ ...wanted, eventIds: [eventId], faults: [], speed: null });
  const [sent] = replay.events;
  if (!sent || replay.endedAtUtc === null) throw new FailedError('Stopped. The API goes on without this tool.');
  const { eventType: type, httpStatus: status, durationMs: took, error } = sent;
  return { id: eventId, type, status, took, error };
}

function say({ id, type, status, took, error }: Sent): string {
  const event = `${plain(type)}  ${plain(id)}`;
  if (status !== null) return `${event}  ${status} in ${took} ms`;
  return `${event}  no answer${took === null ? '' : ` after ${took} ms`}: ${plain(error)}`;
}

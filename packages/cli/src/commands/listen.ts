import { openClient, type Message } from '#core/calling.ts';
import { command, json } from '#core/command.ts';
import { readNumber } from '#core/read-words.ts';
import { plain } from '#core/terminal.ts';
import { follow } from '#webhooks/follow.ts';
import { forward, type Outcome, readTarget } from '#webhooks/forward.ts';
import { readTypes } from '#webhooks/wanted-types.ts';

export const listen = command({
  name: 'listen',
  summary: "Receives the application's webhooks and hands them to a server on this machine, without a tunnel",
  options: {
    'forward-to': { type: 'string', value: 'url', description: 'your server: http://localhost:3000/webhooks' },
    after: { type: 'string', value: 'id', description: 'begins after this event instead of now' },
    types: {
      type: 'string',
      value: 'list',
      description: 'forwards only these: payment.*,refund.failed or all (default: those that an address is sent)',
    },
    count: { type: 'string', value: 'number', description: 'ends after this many forwarded events' },
    ...json,
  },
  details: `Each event arrives as its address would get it: the same bytes, headers and signatures. An event that your server
answers, or breaks off, is not sent again. While nothing listens there, the tool waits for it.
The key needs the scope READ. It works while no webhook address is set.`,
  run: async ({ options, settings, terminal, stopped }) => {
    const target = readTarget(options['forward-to'], 'forward-to');
    const isWanted = readTypes(options.types);
    const most = readNumber(options.count, 'count', Infinity, 999_999);
    const client = openClient(await settings());
    const own = await client.getOwnKey();
    const show = options.json
      ? (line: Line) => terminal.print(JSON.stringify(line))
      : (line: Line) => terminal.print(say(line));
    let handed = 0;
    let isWaiting = false;
    const take = async (message: Message) => {
      if (!isWanted(message)) {
        show({ ...factsOf(message), isForwarded: false });
        return 'taken';
      }
      const outcome = await forward(target, message);
      if (outcome.kind === 'not reached') {
        if (!isWaiting) terminal.note(`Waiting for ${target.href}: ${outcome.reason}.`);
        isWaiting = true;
        return 'again';
      }
      isWaiting = false;
      handed += 1;
      show({ ...factsOf(message), isForwarded: true, ...resultOf(outcome) });
      return handed >= most ? 'stop' : 'taken';
    };
    terminal.note(`Listening for events of ${plain(own.applicationName)}, for ${target.href}. Ctrl+C ends.`);
    const last = await follow({ client, own, after: options.after, take, terminal, stopped });
    if (last !== null) terminal.note(`To go on from here: --after ${last}`);
  },
});

interface Line extends Pick<Message, 'id' | 'type' | 'atUtc'> {
  isForwarded: boolean;
  status?: number;
  took?: number;
  error?: string;
}

const factsOf = ({ id, type, atUtc }: Message) => ({ id, type, atUtc });

const resultOf = (outcome: Exclude<Outcome, { kind: 'not reached' }>) =>
  outcome.kind === 'answered'
    ? { status: outcome.status, took: outcome.took }
    : { error: outcome.reason, took: outcome.took };

function say({ id, type, isForwarded, status, took, error }: Line): string {
  const event = `${plain(type).padEnd(20)}  ${plain(id)}`;
  if (!isForwarded) return `${event}  not forwarded: no address is sent it (--types all)`;
  if (error !== undefined) return `${event}  no answer after ${took} ms: ${error}`;
  const verdict = status === 200 ? '' : ': an address would be sent it again, because it is not 200';
  return `${event}  ${status} in ${took} ms${verdict}`;
}

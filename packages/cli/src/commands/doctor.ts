import { openClient, type Calling, type OwnKey } from '#core/calling.ts';
import { command, json } from '#core/command.ts';
import { FailedError } from '#core/failures.ts';
import { printRows } from '#core/terminal.ts';
import { checkKey, type Result } from '#doctor/check-key.ts';
import { checkReceiver } from '#doctor/check-receiver.ts';
import { readTarget } from '#webhooks/forward.ts';

export const doctor = command({
  name: 'doctor',
  summary: 'Checks your key, your clock, your webhook addresses, and whether your server verifies signatures',
  options: {
    url: { type: 'string', value: 'url', description: 'your server: http://localhost:3000/webhooks' },
    ...json,
  },
  details: `With --url your server gets two test events (x-test-event: true): one that is signed correctly, which it has to answer with
200, and one with wrong signatures, which it has to refuse with 401. The key needs the scope READ.`,
  run: async ({ options, settings, terminal }) => {
    const target = options.url === undefined ? null : readTarget(options.url, 'url');
    const client = openClient(await settings());
    const { own, between } = await askWho(client);
    const rows = [
      ...checkKey(own, between),
      ...(target === null ? [notAsked] : await checkReceiver(client, own, target)),
    ];
    printRows(terminal, { rows, columns, isJson: options.json === true, none: '' });
    const wrong = rows.filter(({ result }) => result === 'failed').length;
    if (wrong > 0) throw new FailedError(wrong === 1 ? 'One check failed.' : `${wrong} checks failed.`);
  },
});

const columns = [
  ['Result', ({ result }: Result) => (result === 'failed' ? 'FAILED' : result)],
  ['Check', ({ check }: Result) => check],
  ['', ({ sentence }: Result) => sentence],
] as const;

const notAsked: Result = {
  check: 'your server',
  result: 'skipped',
  sentence: 'It was not checked. Give its address with --url.',
};

/** The key, and the time on this machine between sending the call and its answer, in milliseconds since 1970. */
async function askWho(client: Calling): Promise<{ own: OwnKey; between: readonly [number, number] }> {
  // The first call opens the connection, so that the second one is quick.
  await client.getOwnKey();
  const begun = Date.now();
  const own = await client.getOwnKey();
  return { own, between: [begun, Date.now()] };
}

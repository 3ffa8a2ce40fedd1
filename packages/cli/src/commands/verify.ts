import { readFile } from 'node:fs/promises';
import { command, json } from '#core/command.ts';
import { FailedError, UsageError } from '#core/failures.ts';
import { printRows } from '#core/terminal.ts';
import { checkWebhook, type Finding, type Received } from '#webhooks/check-webhook.ts';
import { readPublishedKeys } from '#webhooks/published-keys.ts';
import { readHeaders, readRequest } from '#webhooks/read-http.ts';

export const verify = command({
  name: 'verify',
  summary: 'Checks the signatures of a webhook that you received, and says what is wrong with it',
  options: {
    headers: { type: 'string', value: 'file', description: 'its headers, one a line' },
    body: { type: 'string', value: 'file', description: 'its body, exactly as it arrived' },
    'any-time': { type: 'boolean', description: 'does not compare its time with the clock' },
    ...json,
  },
  details: `Without files it reads headers, an empty line and the body from stdin. It needs the address of the API and the id of the
application, and no key.`,
  run: async ({ options, place, terminal }) => {
    const { api, applicationId } = await place();
    const received = await readReceived(options.headers, options.body, terminal.readInput);
    const keys = await readPublishedKeys(api);
    const now = options['any-time'] ? null : Date.now();
    const rows = checkWebhook(received, { applicationId, keys, now });
    printRows(terminal, { rows, columns, isJson: options.json === true, none: '' });
    const wrong = rows.filter(({ result }) => result === 'failed').length;
    if (wrong > 0) throw new FailedError('A receiver must not take this webhook.');
  },
});

const columns = [
  ['Result', ({ result }: Finding) => (result === 'failed' ? 'FAILED' : result)],
  ['Check', ({ check }: Finding) => check],
  ['', ({ sentence }: Finding) => sentence],
] as const;

async function readReceived(
  headers: string | undefined,
  body: string | undefined,
  readInput: () => Promise<Uint8Array>,
): Promise<Received> {
  if (headers === undefined && body === undefined) return readRequest(await readInput());
  if (headers === undefined || body === undefined) throw new UsageError('--headers and --body belong together.');
  return { headers: readHeaders(await readGiven(headers)), body: await readGiven(body) };
}

async function readGiven(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient, isRefusal, NoAnswerError, type Calls, type Client } from '@volume/client';
import { command } from '#core/command.ts';
import { FailedError } from '#core/failures.ts';
import { revoke } from '#core/revoke.ts';
import { readApi, readLogin, storeSettings } from '#core/settings.ts';

type Started = Calls['startDeviceSignIn']['output'];
type Fetched = Calls['fetchDeviceKey']['output'];

/** Added to the pause when the API replies that it is polled too often (RFC 8628, 3.5). */
const slower = 5;

export const login = command({
  name: 'login',
  summary: 'Signs this machine in: you confirm a code in the portal, and a key is stored here',
  options: {
    api: {
      type: 'string',
      value: 'url',
      description: 'address of the API; otherwise VOLUME_API, or that of the last login',
    },
  },
  details:
    'The key reads events, plays scenarios and sends events to your endpoints again, nothing else, and expires after 90 days. It is stored in a file that only you can read.',
  run: async ({ options, terminal, stopped }) => {
    const { variables, print } = terminal;
    const api = await readApi(variables, options.api);
    const before = await readLogin(variables);
    const client = createClient({ baseUrl: api });
    const started = await client.startDeviceSignIn({ body: { toolName: 'volume', machineName: machineName() } });
    print(`Open ${started.verificationUriComplete}`);
    print(`and allow the code ${started.userCode}. It is valid for ${started.expiresIn / 60} minutes.`);
    const key = await waitForKey(client, started, stopped);
    const { applicationId, merchantId, keyId, name, value: secret, expiresAtUtc } = key;
    const path = await storeSettings(variables, { api, applicationId, secret, merchantId, keyId });
    print(`Signed in as “${name}” until ${expiresAtUtc.slice(0, 10)}. The key is in ${path}.`);
    // The new key replaces the one of this machine.
    if (before && before.keyId !== keyId) await revoke(before).catch(() => undefined);
  },
});

/** One line of at most 40 characters, which is the API's limit. */
const machineName = (): string =>
  hostname()
    .replaceAll(/[^\w.-]/g, '')
    .slice(0, 40) || 'this computer';

async function waitForKey(client: Client, started: Started, stopped: AbortSignal): Promise<Fetched> {
  for (let pause = started.interval; ;) {
    await wait(pause * 1000, undefined, { signal: stopped });
    try {
      return await client.fetchDeviceKey({ body: { deviceCode: started.deviceCode } }, { signal: stopped });
    } catch (error) {
      if (isRefusal(error, 'SLOW_DOWN')) pause += slower;
      else if (isRefusal(error, 'ACCESS_DENIED'))
        throw new FailedError('It was denied in the portal. No key was stored.');
      else if (isRefusal(error, 'EXPIRED_TOKEN'))
        throw new FailedError('The code has expired or was used. Run `volume login` again.');
      // If the response was lost, so is the key: the next poll is refused, and the user starts again.
      else if (!isRefusal(error, 'AUTHORIZATION_PENDING') && !(error instanceof NoAnswerError)) throw error;
    }
  }
}

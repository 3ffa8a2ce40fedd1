import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { listen } from '#node/listen.ts';
import { readPageFonts } from '#node/portal/portal-files.ts';
import { openEventFile } from '#node/simulated-gateway/event-file.ts';
import { createGatewayApp } from '#node/simulated-gateway/gateway-app.ts';
import { createGatewayState } from '#node/simulated-gateway/gateway-state.ts';
import { createMessenger } from '#node/simulated-gateway/send-messages.ts';
import { runCommand, say } from './run-command.ts';

const call = 'npm run admin -- simulated-gateway';
const command = {
  call,
  help: `${call} --portal ADDRESS --portal-key ID:FILE --key ID:FILE [--port 4100] [--data FILE]

Runs a gateway as docs/gateway.md describes it, with simulated banks and account providers behind it, until it is stopped. No money moves.
Keys are Ed25519 keys in PEM files; the ids are those in PROVIDER_KEY and GATEWAY_KEYS of the portal.

  --portal ADDRESS      the public address of the portal, to which messages are sent
  --portal-key ID:FILE  the public key of the portal; during a rotation this option can be given twice
  --key ID:FILE         the private key that signs messages to the portal
  --port PORT           the port on this machine where it listens; 4100 when left out
  --address ADDRESS     its own address as the portal calls it; http://localhost:PORT when left out
  --data FILE           keeps orders, payments and answers in this file; without it they end with the process`,
  options: {
    portal: { type: 'string' },
    'portal-key': { type: 'string', multiple: true },
    key: { type: 'string' },
    port: { type: 'string', default: '4100' },
    address: { type: 'string' },
    data: { type: 'string' },
  },
} as const;

/** Milliseconds between two looks for messages that are due. */
const interval = 100;

await runCommand(command, async ({ portal, 'portal-key': portalKeys = [], key, port, address, data }) => {
  if (!portal || !key || portalKeys.length === 0)
    throw new Error(`Name the portal and both keys: --portal, --portal-key and --key. ${call} --help explains them.`);
  const clock = { now: () => new Date() };
  const events = data === undefined ? {} : openEventFile(data);
  const state = createGatewayState({ newId: () => crypto.randomUUID(), ...events });
  const own = readKey(key);
  const privateKey = createPrivateKey(own.pem);
  const messenger = createMessenger({
    state,
    portal,
    post: fetch,
    clock,
    keyId: own.id,
    sign: (text) => new Uint8Array(sign(null, Buffer.from(text), privateKey)),
  });
  const app = createGatewayApp({
    address: (address ?? `http://localhost:${port}`).replace(/\/$/, ''),
    portalKeys: new Map(portalKeys.map(readKey).map(({ id, pem }) => [id, createPublicKey(pem)])),
    state,
    messenger,
    clock,
    fonts: await readPageFonts(),
  });
  const listening = await listen(app, { port: Number(port), listenOn: ['127.0.0.1', '::1'], trustedProxies: [] });
  const sending = setInterval(() => void messenger.sendDue(), interval);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      clearInterval(sending);
      void listening.stop(1_000).then(() => process.exit(0));
    });
  say(
    `The simulated gateway is at ${address ?? `http://localhost:${listening.port}`}. No money moves. Ctrl-C stops it.`,
  );
});

function readKey(given: string): { id: string; pem: string } {
  const [, id, file] = /^([\w.-]{1,40}):(.+)$/.exec(given) ?? [];
  if (id === undefined || file === undefined) throw new Error(`A key is written as ID:FILE, and ${given} is not.`);
  return { id, pem: readFileSync(file, 'utf8') };
}

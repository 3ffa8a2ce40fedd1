import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { Hono } from 'hono';
import type { Clock } from '#core/services.ts';
import type { Database } from '#database/database.ts';
import type { Env } from '#http/kernel.ts';
import { listen } from '#node/listen.ts';
import { createSigner, createVerifier } from '#node/sign-text.ts';
import { createGatewayApp } from '#node/simulated-gateway/gateway-app.ts';
import { createGatewayState, type GatewayState } from '#node/simulated-gateway/gateway-state.ts';
import { createMessenger, type Messenger } from '#node/simulated-gateway/send-messages.ts';
import { createGateway } from '#providers/gateway/create-gateway.ts';
import { rememberOrders } from '#providers/inbound/order-merchants.ts';
import type { GatewayKeys } from '#providers/inbound/verify-signature.ts';
import type { Providers } from '#providers/port.ts';
import type { Simulation } from '#providers/simulated/simulate-providers.ts';

const key = Symbol('the state of the gateway');
type Staged = Database & { [key]?: GatewayState };

/** Gives a database a gateway state, which the test apps on it share; databases copied from it have it too. */
export const withGateway = (database: Database): Staged =>
  Object.assign(database, { [key]: createGatewayState({ newId: () => crypto.randomUUID() }) });

const [portalKey, gatewayKey] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
const portalKeys = new Map([['portal', portalKey.publicKey]]);
const privateText = ({ privateKey }: typeof portalKey) =>
  privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
const publicText = createPublicKey(gatewayKey.privateKey).export({ format: 'der', type: 'spki' }).toString('base64');

const gateways = new Map<string, Hono<Env>>();
const entrance = new Hono<Env>().all('*', (context) => {
  const gateway = gateways.get(context.req.path.split('/')[1] ?? '');
  return gateway?.fetch(context.req.raw) ?? context.notFound();
});
/** Whether the simulated providers of test apps are behind a gateway. */
// oxlint-disable-next-line node/no-process-env -- the test run says where its providers are
export const isBehindGateway = process.env['TEST_PROVIDERS'] === 'gateway';
/** One server for all gateways of this process, each below another path. */
const server = isBehindGateway
  ? await listen(entrance, { port: 0, listenOn: ['127.0.0.1'], trustedProxies: [] })
  : null;

interface Stage extends Pick<Simulation, 'habitsOf'> {
  database: Database;
  clock: Clock;
  /** The base address of the portal. */
  portal?: string;
  /** Brings messages to the portal. */
  post?: (request: Request) => Promise<Response>;
}

export interface StagedGateway {
  providers: Providers;
  messenger: Messenger;
  /** The key with which its messages are verified. */
  keys: GatewayKeys;
  /** The settings of a real server that uses it. */
  env: Record<string, string>;
}

/** With `TEST_PROVIDERS=gateway`, the simulation as a gateway behind a real HTTP server; null without. */
export function stageGateway({
  database,
  clock,
  portal = 'http://portal',
  post = fetch,
  habitsOf,
}: Stage): StagedGateway | null {
  if (!server) return null;
  const state = (database as Staged)[key];
  if (!state) throw new Error('Open the database of a test with openTestDatabase.');
  const name = String(gateways.size);
  const address = `http://127.0.0.1:${server.port}/${name}`;
  const signer = createSigner(privateText(gatewayKey));
  const messenger = createMessenger({ state, portal, post, clock, keyId: 'gateway', sign: signer });
  gateways.set(name, createGatewayApp({ address, portalKeys, state, messenger, clock, habitsOf }));
  const sign = createSigner(privateText(portalKey));
  return {
    providers: rememberOrders(createGateway({ url: address, keyId: 'portal', sign, clock }), database),
    keys: new Map([['gateway', createVerifier(publicText)]]),
    messenger,
    env: {
      PROVIDER_URL: address,
      PROVIDER_KEY: `portal:${privateText(portalKey)}`,
      GATEWAY_KEYS: `gateway:${publicText}`,
    },
  };
}

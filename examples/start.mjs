import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/**
 * `npm run example`, `npm run example -- shop-with-client` or `npm run example -- python`: runs a shop against the portal on this machine (`npm start` first). Without a key in the
 * environment it signs in as the sample merchant's administrator, resets the secondary key and sets the webhook
 * addresses, like a user in the portal.
 */
const api = (process.env.VOLUME_API ?? 'http://localhost:4000/sandbox').replace(/\/+$/, '');
const port = process.env.PORT ?? '4300';
const signIns = `${process.env.DATA_DIR ?? '.data'}/sign-ins.json`;

async function call(method, path, { body, token, stepUp } = {}) {
  const type = 'application/json';
  const response = await fetch(`${api}/api/${path}`, {
    method,
    headers: {
      accept: type,
      'x-caller-type': 'merchant_portal',
      ...(body && { 'content-type': type }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(stepUp && { 'x-step-up': stepUp }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${answer.errorMessage}`);
  return answer;
}

/** Refunds need a virtual account in pounds that holds the money. */
const canRefund = ({ payeeDetailsPerCurrency }) =>
  payeeDetailsPerCurrency?.some(({ forCurrency, isVirtualAccount }) => forCurrency === 'GBP' && isVirtualAccount);

/** Resets the sample merchant's key and sends its events to this shop; returns the settings the shop needs. */
async function prepare() {
  if (!existsSync(signIns)) {
    throw new Error(
      `Start the portal first (npm start): there is no ${signIns}. For another one set VOLUME_API, VOLUME_APPLICATION_ID and VOLUME_APPLICATION_SECRET.`,
    );
  }
  const { email, password } = JSON.parse(readFileSync(signIns, 'utf8')).find(({ role }) => role === 'MERCHANT_ADMIN');
  const { accessToken: token } = await call('POST', 'accounts/sign-in', { body: { email, password } });
  const { stepUpToken: stepUp } = await call('POST', 'accounts/self/step-up', { body: { password }, token });
  const { merchantId } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url'));
  const { applications } = await call('GET', `merchants/${merchantId}`, { token });
  const { applicationId, applicationName } = applications.find(canRefund) ?? applications[0];
  const path = `merchants/${merchantId}/applications/${applicationId}`;
  const address = `http://127.0.0.1:${port}/webhooks`;
  await call('PUT', `${path}/webhooks-callbacks`, {
    body: { paymentStatusWebhookUrl: address, refundWebhookUrl: address },
    token,
    stepUp,
  });
  const { value } = await call('POST', `${path}/secret/SECONDARY/reset`, { token, stepUp });
  console.log(`Using a new secondary key of ${applicationName}; its events come to ${address}`);
  return { VOLUME_APPLICATION_ID: applicationId, VOLUME_APPLICATION_SECRET: value };
}

const key = process.env.VOLUME_APPLICATION_SECRET ? {} : await prepare();
Object.assign(process.env, { VOLUME_API: api, PORT: port, ...key });

/** @type {Record<string, () => unknown>} */
const shops = {
  shop: () => import('./shop/shop.mjs'),
  'shop-with-client': async () => {
    const { buildClientWhenStale } = await import('#scripts/client/build-client.mjs');
    if (!(await buildClientWhenStale())) process.exit(1);
    await import('./shop-with-client/shop.mjs');
  },
  python: () => {
    const child = spawn('python3', [new URL('python/shop.py', import.meta.url).pathname], { stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
    child.on('error', () => console.error('There is no python3 here.'));
    child.on('exit', (code) => process.exit(code ?? 1));
  },
};
const [, , name = 'shop'] = process.argv;
if (!Object.hasOwn(shops, name)) throw new Error(`There is no example ${name}, but ${Object.keys(shops).join(', ')}.`);
await shops[name]();
console.log(`
Make an order, open payAt in a browser, pay at the simulated bank, then refund it:
  curl -X POST http://127.0.0.1:${port}/orders -d '{"number": "1001", "amount": 12.5}'
  curl http://127.0.0.1:${port}/orders/1001
  curl -X POST http://127.0.0.1:${port}/orders/1001/refund`);

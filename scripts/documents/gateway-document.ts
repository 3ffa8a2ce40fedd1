import { wireSchema } from '#api/docs/json-schema.ts';
import { license } from '#api/docs/open-api.ts';
import { answers } from '#api/providers/gateway/answers.ts';
import { Message } from '#api/providers/gateway/messages.ts';
import { addressOfCall, type GatewayCallName, requests, writes } from '#api/providers/gateway/requests.ts';

const summaries: Record<GatewayCallName, string> = {
  startPayIn: 'Where the payer approves a payment',
  submitPayIn: 'Makes a payment that its payer has approved',
  nextPayInStep: 'The step of a payment after the last one that is known',
  openAccount: 'Opens a virtual account',
  submitOrder: 'Makes a payout or refund, or refuses it',
  askOrder: 'The status of a payout or refund',
  statement: 'The payouts and refunds that were accepted on a day',
  listBeneficiaries: 'The beneficiaries of a customer',
  checkName: 'Compares a name with that of an account',
  addBeneficiary: 'Adds an account for payouts',
  exchangeRate: 'The current exchange rate',
};

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});
const signature = [
  header('content-digest', 'The SHA-256 digest of the body (RFC 9530).'),
  header('signature-input', 'What the signature covers, with its time and the id of the key (RFC 9421).'),
  header('signature', 'The signature of the sender (RFC 9421).'),
];
const idempotencyKey = header('idempotency-key', 'One for each thing to do; the same one when it is tried again.');
const content = (schema: Parameters<typeof wireSchema>[0]) => ({ 'application/json': { schema: wireSchema(schema) } });
const described = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([status, description]) => [status, { description }]));

const callOf = (name: GatewayCallName) => ({
  operationId: name,
  summary: summaries[name],
  parameters: [...signature, ...(writes.includes(name) ? [idempotencyKey] : [])],
  requestBody: { required: true, content: content(requests[name]) },
  responses: {
    '200': { description: 'The answer.', content: content(answers[name]) },
    ...described({ '401': 'The signature, its time or the digest is not valid.' }),
  },
});

const message = {
  operationId: 'message',
  summary: 'To POST /gateway/v1/messages below the base address of the portal',
  parameters: signature,
  requestBody: { required: true, content: content(Message) },
  responses: described({
    '200': 'Stored, or stored before.',
    '400': 'Not a message of this form.',
    '401': 'The signature, its time, the key or the digest is not valid.',
    '409': 'Another message has this messageId.',
    '413': 'More than 256 kB.',
    '429': 'Too many calls: send it again after Retry-After.',
    '503': 'The database is away: send it again after Retry-After.',
  }),
};

/** docs/gateway.openapi.json: the calls to a gateway and its messages, generated from the schemas that validate answers and messages. */
export function gatewayDocument(): string {
  const calls = (Object.keys(requests) as GatewayCallName[]).map(
    (name) => [`/v1/${addressOfCall(name)}`, { post: callOf(name) }] as const,
  );
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Gateway',
      version: '1',
      description: 'docs/gateway.md explains the calls and messages.',
      license,
    },
    // The sender is known by the headers of the signature.
    security: [],
    servers: [{ url: '{PROVIDER_URL}', variables: { PROVIDER_URL: { default: 'https://gateway.example.com' } } }],
    paths: Object.fromEntries(calls),
    webhooks: { message: { post: message } },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

import type { Shapes } from '@volume/client';
import { openClient } from '#core/calling.ts';
import { command, json, type Values } from '#core/command.ts';
import { UsageError } from '#core/failures.ts';
import { readWords } from '#core/read-words.ts';
import { printFields } from '#core/terminal.ts';

type Link = Shapes['PaymentIntent'];

const options = {
  amount: { type: 'string', value: 'amount', description: 'create: in pounds or euros, such as 12.50' },
  currency: { type: 'string', value: 'code', description: 'create: GBP or EUR', default: 'GBP' },
  reference: { type: 'string', value: 'text', description: "create: what stands on the payer's statement" },
  'merchant-payment-id': { type: 'string', value: 'id', description: 'create: your id of the order' },
  description: { type: 'string', value: 'text', description: 'create: what the payer reads on the page' },
  metadata: {
    type: 'string',
    value: 'name=text',
    description: 'create: a text of your own; repeatable',
    multiple: true,
  },
  'idempotency-key': { type: 'string', value: 'uuid', description: 'create: repeats a call that had no answer' },
  ...json,
} as const;

export const links = command({
  name: 'links',
  summary: 'Creates, shows and cancels payment links',
  words: '<create | show <id> | cancel <id>>',
  options,
  details: 'The key needs the scope LINKS; show needs READ.',
  run: async ({ options: given, words, settings, terminal }) => {
    if (words.length === 0) throw new UsageError('Say what to do: create, show or cancel.');
    const { what, id } = readWords(words, { create: 'alone', show: 'with an id', cancel: 'with an id' });
    const body = what === 'create' ? readLink(given) : null;
    const all = await settings();
    const client = openClient(all);
    const path = { paymentIntentId: id };
    const key = given['idempotency-key'];
    const link = body
      ? await client.createPaymentLink(
          { body: { applicationId: all.applicationId, ...body } },
          key === undefined ? {} : { idempotencyKey: key },
        )
      : what === 'show'
        ? await client.getPaymentIntent({ path })
        : await client.cancelPaymentIntent({ path });
    printFields(terminal, link, fieldsOf(link), given.json === true);
  },
});

function readLink(given: Values<typeof options>) {
  const { amount, currency = 'GBP', reference, description } = given;
  const merchantPaymentId = given['merchant-payment-id'];
  if (amount === undefined || !/^\d{1,9}(\.\d{1,2})?$/.test(amount))
    throw new UsageError('--amount has to be an amount such as 12.50.');
  if (currency !== 'GBP' && currency !== 'EUR') throw new UsageError('--currency has to be GBP or EUR.');
  if (reference === undefined) throw new UsageError('--reference is missing.');
  return {
    merchantPaymentId: merchantPaymentId ?? null,
    customerIntentDescription: description ?? reference,
    paymentRequest: { amount: Number(amount), currency: currency as 'GBP' | 'EUR', reference },
    ...(given.metadata && { metadata: readMetadata(given.metadata) }),
  };
}

/** The API says which names and texts it takes. */
function readMetadata(given: readonly string[]): Record<string, string> {
  const entries = given.map((text) => {
    const at = text.indexOf('=');
    if (at < 1) throw new UsageError(`--metadata has to be a name and a text, such as customer=4711.`);
    return [text.slice(0, at), text.slice(at + 1)] as const;
  });
  const names = entries.map(([name]) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new UsageError(`--metadata has ${twice} twice.`);
  return Object.fromEntries(entries);
}

const fieldsOf = (link: Link) => ({
  Link: link.paymentIntentLink,
  Id: link.paymentIntentId,
  'Your id': link.merchantPaymentId,
  Status: link.paymentIntentStatus,
  Amount: `${link.paymentRequest.amount.toFixed(2)} ${link.paymentRequest.currency}`,
  Reference: link.paymentRequest.reference,
  Attempts: link.attempts.map(({ paymentId, paymentStatus }) => `${paymentId} ${paymentStatus}`).join(', '),
  'Expires (UTC)': link.expiresAt,
  Metadata: Object.entries(link.metadata ?? {})
    .map(([name, text]) => `${name}=${text}`)
    .join(', '),
});

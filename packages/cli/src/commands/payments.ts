import type { Shapes } from '@volume/client';
import { openClient } from '#core/calling.ts';
import { command, json } from '#core/command.ts';
import { readNumber, readWords } from '#core/read-words.ts';
import { printFields, printRows } from '#core/terminal.ts';

type Payment = Shapes['Payment'];

export const payments = command({
  name: 'payments',
  summary: "Lists the application's newest payments, or shows one",
  words: '[list | show <paymentId>]',
  options: {
    'merchant-payment-id': { type: 'string', value: 'id', description: 'only those of this id of yours' },
    limit: { type: 'string', value: 'number', description: 'the most payments of the list', default: '20' },
    ...json,
  },
  details: 'The key needs the scope READ.',
  run: async ({ options, words, settings, terminal }) => {
    const { what, id } = readWords(words, { list: 'alone', show: 'with an id' });
    const size = readNumber(options.limit, 'limit', 20, 100);
    const client = openClient(await settings());
    const isJson = options.json === true;
    if (what === 'show') {
      const payment = await client.getPayIn({ path: { paymentId: id } });
      return printFields(terminal, payment, fieldsOf(payment), isJson);
    }
    const merchantPaymentId = options['merchant-payment-id'];
    const { content } = await client.listPayIns({
      query: { size, ...(merchantPaymentId === undefined ? {} : { merchantPaymentId }) },
    });
    printRows(terminal, { rows: content, columns, isJson, none: 'No payment.' });
  },
});

const amountOf = ({ paymentRequest: { amount, currency } }: Payment) => `${amount.toFixed(2)} ${currency}`;

const columns = [
  ['Created (UTC)', ({ createdAt }: Payment) => createdAt],
  ['Amount', amountOf],
  ['Status', ({ paymentStatus }: Payment) => paymentStatus],
  ['Your id', ({ merchantPaymentId }: Payment) => merchantPaymentId],
  ['Id', ({ paymentId }: Payment) => paymentId],
] as const;

const fieldsOf = (payment: Payment) => ({
  Payment: payment.paymentId,
  'Your id': payment.merchantPaymentId,
  Status: payment.paymentStatus,
  Amount: amountOf(payment),
  Refunded: payment.amountRefunded.toFixed(2),
  Reference: payment.paymentRequest.reference,
  Payer: payment.payer?.name,
  'Created (UTC)': payment.createdAt,
});

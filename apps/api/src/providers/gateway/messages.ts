import { currencies } from '@volume/contract/money/currencies.ts';
import * as z from 'zod/mini';
import { providerNames } from '#providers/port.ts';
import { orderStatuses } from './answers.ts';

const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema));

/** One line: a database and a page cannot show control characters and lone surrogates. */
const line = (most: number) =>
  z.string().check(
    z.minLength(1),
    z.maxLength(most),
    z.refine((text) => !/[\u0000-\u001f\u007f]|\p{Surrogate}/u.test(text), 'must be one line of text'),
  );

/** Never used again by the gateway: a message that is sent again has the same one. */
const messageId = z.string().check(z.regex(/^[!-~]{1,100}$/));

const Payer = z.strictObject({
  name: line(140),
  accountNumber: optional(line(50)),
  sortCode: optional(line(50)),
  iban: optional(line(50)),
});

/** A message from the gateway (docs/gateway.md). Optional fields can be null or left out. */
export const Message = z.discriminatedUnion('type', [
  z.strictObject({ messageId, type: z.literal('pay-in-approved'), paymentId: z.uuid(), payer: Payer }),
  z.strictObject({ messageId, type: z.literal('pay-in-declined'), paymentId: z.uuid() }),
  z.strictObject({ messageId, type: z.literal('pay-in-changed'), paymentId: z.uuid() }),
  z.strictObject({
    messageId,
    type: z.literal('order-changed'),
    orderId: z.uuid(),
    kind: z.enum(['REFUND', 'PAYOUT']),
    status: z.enum(orderStatuses),
    description: optional(line(500)),
    provider: optional(z.enum(providerNames)),
    payInAccountId: optional(z.int()),
    /** Minor units. */
    amount: optional(z.int().check(z.nonnegative())),
    currency: optional(z.enum(currencies)),
  }),
]);

export type Message = z.infer<typeof Message>;

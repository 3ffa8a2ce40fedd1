import { Approval, ApprovalPage } from '@volume/contract/approvals/approvals.ts';
import { ApprovalPolicy } from '@volume/contract/approvals/policy.ts';
import { ApiKeysSummary } from '@volume/contract/api-keys/api-keys.ts';
import { PayInAccount, StatementLine, StatementPage } from '@volume/contract/balances/balances.ts';
import { Exchange, ExchangeQuote } from '@volume/contract/balances/exchange.ts';
import { BulkItem, BulkItemPage, BulkJob } from '@volume/contract/bulk/bulk.ts';
import { Institution } from '@volume/contract/institutions/institutions.ts';
import { User } from '@volume/contract/merchants/account.ts';
import { Application, Merchant, PayeeDetail } from '@volume/contract/merchants/merchants.ts';
import { Notification } from '@volume/contract/notifications/notifications.ts';
import { PaymentNote, PaymentNotes, PaymentReview } from '@volume/contract/pay-ins/notes.ts';
import {
  PayInPage,
  Payer,
  PaymentDetails,
  PaymentEvent,
  PaymentListItem,
  PaymentRequest,
  Refund,
} from '@volume/contract/pay-ins/pay-ins.ts';
import { PaymentStatus } from '@volume/contract/pay-ins/status.ts';
import { PaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { Beneficiary } from '@volume/contract/payouts/beneficiaries.ts';
import { OutboundPayment, OutboundPaymentPage } from '@volume/contract/payouts/payouts.ts';
import { PayoutSchedule } from '@volume/contract/payouts/schedules.ts';
import { SavedView } from '@volume/contract/saved-views/saved-views.ts';
import { FileSchedule, ScheduledFile } from '@volume/contract/scheduled-files/scheduled-files.ts';
import { Activity } from '@volume/contract/users/activity.ts';
import { webhookBodies } from '@volume/contract/webhooks/bodies.ts';
import { WebhookAttempt, WebhookDelivery } from '@volume/contract/webhooks/webhooks.ts';
import * as z from 'zod/mini';
import { describeProperties } from './descriptions/describe.ts';
import { type JsonSchema, wireSchema } from './json-schema.ts';

/** The shapes that calls exchange, by their names in the OpenAPI document and in generated clients. */
const named = {
  Activity,
  ApiKeysSummary,
  Application,
  Approval,
  ApprovalPage,
  ApprovalPolicy,
  Beneficiary,
  BulkItem,
  BulkItemPage,
  BulkJob,
  Exchange,
  ExchangeQuote,
  FileSchedule,
  Institution,
  Merchant,
  Notification,
  PayeeDetail,
  PayInAccount,
  Payer,
  Payment: PaymentListItem,
  PaymentDetails,
  PaymentEvent,
  PaymentIntent: PaymentLink,
  PaymentNote,
  PaymentNotes,
  PaymentPage: PayInPage,
  PaymentRequest,
  PaymentReview,
  PaymentStatus,
  PaymentWebhook: webhookBodies.PAYMENT,
  Payout: OutboundPayment,
  PayoutPage: OutboundPaymentPage,
  PayoutSchedule,
  PayoutWebhook: webhookBodies.PAYOUT,
  Refund,
  RefundWebhook: webhookBodies.REFUND,
  SavedView,
  ScheduledFile,
  StatementLine,
  StatementPage,
  User,
  WebhookAttempt,
  WebhookDelivery,
} as const satisfies Record<string, z.ZodMiniType>;

const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(named)) names.add(schema as z.ZodMiniType, { id });

/** The components of one document, which its operations refer to. */
export interface Components {
  schemas: Record<string, JsonSchema>;
  responses: Record<string, object>;
  examples: Record<string, object>;
}

/** Puts a schema into the components, and returns the reference to it. A short one without a name stays where it is. */
export function referTo({ schemas }: Components, name: string, schema: z.ZodMiniType): JsonSchema {
  const { $defs = {}, ...own } = referring(wireSchema(schema, names)) as JsonSchema & Definitions;
  for (const [key, shape] of Object.entries($defs)) schemas[key] ??= describeProperties(shape, key);
  if (own['$ref'] !== undefined) return own;
  const described = describeProperties(own, name);
  if (!isLong(own)) return described;
  schemas[name] = described;
  return { $ref: `${place}${name}` };
}

/** The same for a response that many operations have: `Refused404`, and `Refused404-2` for one that differs from it. */
export function referToResponse({ responses }: Components, name: string, response: object): JsonSchema {
  const text = JSON.stringify(response);
  const alike = Object.entries(responses).filter(([key]) => key.replace(/-\d+$/, '') === name);
  const same = alike.find(([, each]) => JSON.stringify(each) === text)?.[0];
  const key = same ?? (alike.length === 0 ? name : `${name}-${alike.length + 1}`);
  responses[key] = response;
  return { $ref: `#/components/responses/${key}` };
}

/** The `examples` of content, which two media types share. */
export function referToExample({ examples }: Components, name: string, value: unknown): Record<string, unknown> {
  examples[name] = { value };
  return { example: { $ref: `#/components/examples/${name}` } };
}

interface Definitions {
  $defs?: Record<string, JsonSchema>;
}

const place = '#/components/schemas/';
/** A text, or a list of named shapes, needs no name. */
const isLong = (schema: JsonSchema): boolean => JSON.stringify(schema).length > 100;
const referring = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', `"${place}`)) as JsonSchema;

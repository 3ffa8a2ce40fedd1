/** The changes on one day for servers that call the API. Names are those of `names-of.ts`. */
export interface Entry {
  /** UTC: `2026-11-28`. */
  day: string;
  changes: readonly string[];
  added?: readonly string[];
  removed?: readonly string[];
}

/**
 * The changes of the API, newest first. A test demands one that names each call, field, event and code that was added or
 * removed since `recorded.json`; `npm run documents -- api` says which, and then records them.
 */
export const entries: readonly Entry[] = [
  {
    day: '2026-11-29',
    changes: [
      'A payment link takes metadata: texts of your own, by name. Its payments and their events have them as paymentMetadata; events that had no such field have it only where there is some.',
      'A name __proto__ anywhere in a body returns 400.',
      'Answers to users say the name of a person next to each email address of who did something. Calls by key get the address only.',
      'webhook-messages answers one event by its id, with eventId.',
    ],
    added: [
      'CreatePaymentLinkBody.metadata',
      'GET /merchants/{merchantId}/applications/{applicationId}/webhook-messages ?eventId',
      'GetPayoutResponse.initiatedByName',
      'GetWebhookReplayResponse.startedByName',
      'MakePayoutResponse.initiatedByName',
      'PaymentIntent.cancelledByName',
      'PaymentIntent.metadata',
      'Payout.initiatedByName',
      'StartWebhookReplayResponse.startedByName',
    ],
  },
  {
    day: '2026-11-28',
    changes: [
      'replays sends past events to a confirmed webhook endpoint again, as tests, and answers which rules of a good receiver its server breaks.',
      'webhook-messages answers the events as signed webhooks, also while a call waits for the next one, and past events marked as tests.',
      'scenarios plays a named course of a payment, refund or payout in the sandbox. keys/self says what the key of the call can do.',
      'A key that a command line tool got by a code has the scope TOOL, and can revoke itself.',
      'OAuth client credentials: oauth/token makes an access token of 15 minutes from the id of an application and one of its keys.',
      'The reference of a payment link takes only the characters that banks accept. Others, such as #, return 400.',
      'Refusals have closed lists of statusName and source. traceId and code are always there.',
      'An application has up to 20 named keys, with scopes, addresses, a limit and an expiry.',
      'Events: what happened in an application in the last 30 days, read in order. Held, released and returned payments, expired and cancelled links and decided approvals are events too.',
      'Webhooks also have the headers of Standard Webhooks.',
      'A key reads and cancels its payment links, lists its payouts, and reads its pay-in accounts.',
      'Calls by key say in RateLimit how many calls are left. A repeated answer has Idempotent-Replayed.',
      'A query parameter that does not exist is refused in calls by key.',
      'Refunds and payouts are answered IN_PROGRESS before the account provider has them. A refusal of the provider is the status FAILED, no longer an error.',
    ],
    added: [
      'DELETE /merchants/{merchantId}/applications/{applicationId}/keys/{keyId}',
      'GET /keys/self',
      'GET /merchants/{merchantId}/applications/{applicationId}/webhook-endpoints/{endpointId}/replays/{replayId}',
      'GET /merchants/{merchantId}/applications/{applicationId}/webhook-messages',
      'GET /merchants/{merchantId}/applications/{applicationId}/webhook-messages/replay',
      'GET /merchants/{merchantId}/applications/{applicationId}/webhook-messages/sample',
      'POST /merchants/{merchantId}/applications/{applicationId}/scenarios',
      'POST /merchants/{merchantId}/applications/{applicationId}/webhook-endpoints/{endpointId}/replays',
      'code ABOVE_LARGEST_AMOUNT',
      'code ENDPOINT_CHANGED',
      'code ENDPOINT_NOT_SENT_TO',
      'code KEY_NEEDED',
      'code NOT_SIMULATED',
      'code NO_BANK',
      'code NO_EVENTS',
      'code NO_VIRTUAL_ACCOUNT',
      'code NO_WEBHOOK_ADDRESS',
      'code REPLAY_RUNNING',
      'code TOKEN_EXPIRED',
      'code TOOL_SCOPE_NEEDED',
    ],
  },
];

import type { Words } from './words.ts';

/** The properties for servers: the list of events, webhook endpoints, the request log and named keys. */
export const serverWords: Record<string, Words> = {
  after: 'The id of the last event that was read. Left out: from the oldest one that is kept.',
  hasMore: [
    'Whether there are events after the last one here.',
    [/WebhookReplay/, 'Whether more events were found than a replay has: these are the first ones.'],
  ],
  body: [
    'The body of the call as JSON. The values of fields that are not stored are `…`. Null without a body.',
    [/[Ee]vent/, 'The JSON that the webhook sends, as text.'],
    [/Message/, 'The body as text. Send exactly its bytes in UTF-8: the signatures cover them.'],
  ],

  endpointId: [
    'The id of the endpoint.',
    [
      /DeliveriesResponse|Delivery/,
      'The id of the endpoint. Null for a delivery to the address for its kind of event.',
    ],
    [/listWebhookDeliveries|exportWebhookDeliveries|query$/, 'Only deliveries to this endpoint.'],
  ],
  eventType: 'What happened, such as `payment_link.expired`. Null for a delivery to the address for its kind of event.',
  types: 'The types of events that it receives.',
  confirmedAtUtc: 'When its address was confirmed. UTC. Null while it waits for that, and receives nothing.',
  pausedAtUtc: 'Since when it is paused. UTC. Null when it is not.',
  failingSinceUtc: 'Since when attempts have failed. UTC. Null when the last one succeeded.',
  lastDelivery: 'The newest delivery. Null when there was none.',
  keys: 'Its signing keys that are valid now, the current one last.',
  publicKey: 'The public key in the notation of Standard Webhooks: `whpk_` and the Ed25519 key in base64.',
  endsAtUtc: 'Until when this key signs in addition to its successor. UTC. Null for the current key.',
  sentAtUtc: 'When it was sent. UTC.',
  isPaused: 'True to pause the endpoint, false to send to it again.',

  keyId: 'The id of the key.',
  keyName: [
    'The name of the named key that made the call. Null for the primary and secondary key, and for one that was revoked.',
    [/lookUpDeviceCode/i, 'The name that the key would get.'],
  ],
  refusedKey:
    'The key whose value a refused call sent. Null for a wrong key, and for a call that was accepted. The answer to the call never names it.',
  ended:
    'How this value of the key ended: RESET, ROTATED, REVOKED, EXPIRED. Null when it is valid, and the call was refused for another reason.',
  endedAtUtc: 'When this value of the key ended. UTC. Null when it is valid.',
  scenario: 'The name of the scenario.',
  eventTypes: 'The types of the events to expect, in this order.',
  deviceCode: 'The secret of the tool, with which it fetches the key.',
  userCode: 'What the tool shows and the user types: `XXXX-XXXX`.',
  verificationUri: 'The portal’s page on which the user types the code.',
  verificationUriComplete: 'The same page with the code filled in.',
  expiresIn: 'Seconds for which the code can be used.',
  interval: 'Seconds to wait between two questions for the key.',
  toolName: 'The tool, as it names itself.',
  machineName: 'The machine, as the tool names it.',
  fromAddress: 'The network address from which the tool asked. Null where it is unknown.',
  codeExpiresAtUtc: 'Until then the user can decide and the tool can fetch the key. UTC.',
  scopes:
    'The calls that the key opens: READ, LINKS, REFUNDS, PAYOUTS, TOOL. Each call by key names the one that it needs.',

  method: [
    'The HTTP method.',
    [/query$|(list|export)RequestLog/, 'Only calls with these HTTP methods.'],
    [/Message/, 'The HTTP method of the webhook.'],
  ],
  path: 'The path below the base address of the API. What is not stored is `…`.',
  query: 'The known parameters, without `?`. Values that are not stored are `…`.',
  headers: [
    'The headers that were sent, of a short list.',
    [/Message/, 'The headers of the webhook, with signatures of this moment.'],
    [/[Ww]ebhookSample/, 'The other headers of the signatures, by their names.'],
  ],
  messages: 'The webhooks, oldest event first.',
  isSentToAddresses: 'Whether webhook addresses are sent events of this type.',
  wait: 'How many seconds to wait for an event when there is none, up to 25. The response comes as soon as there is one.',
  calledFrom: 'The IP address that this call came from. Null when it is not known.',
  nowUtc: 'The time of the server. UTC.',
  objectIds: 'The ids of the payments, links, refunds and payouts that the call names or made.',
  unstored: 'The days on which not all calls were stored, and how many were not.',
  day: [
    'The UTC day: `2026-11-21`.',
    [/ReplayMessages/, 'Only events of this UTC day, such as `2026-11-21`.'],
    [/[Ss]tartWebhookReplay/, 'The events of this UTC day. This or `eventIds`.'],
    [/WebhookReplay/, 'The UTC day of the events. Null when they were named.'],
  ],
  replay: 'The replay that sends it. Null for every other delivery.',
  webhookId: [
    'What the requests have in the header webhook-id: the id of the event, or of the delivery for a test.',
    [/query$|deliveries/, 'Only deliveries whose requests have this id in the header webhook-id.'],
  ],
  isTest: 'Whether a user had it sent as a test. What it names does not exist.',
  replayId: 'The id of the replay.',
  eventIds: 'The ids of the events to send, up to 100. This or `day`.',
  eventId: [
    'The id of the event, and its `webhook-id`.',
    [/listWebhookMessages/, 'Only this event. The other parameters are then without effect.'],
  ],
  faults:
    'DUPLICATES: every third event comes twice. REORDERING: events of one object come newest first. DELAYS: every fifth event comes after the three that follow it. BAD_SIGNATURES: among the events are some that your server has to refuse.',
  speed: 'How many times shorter the pauses between the events are. Null or left out: one request a second.',
  startedBy: [
    'Who started it.',
    [
      /(get|signed)WebhookDelivery/i,
      'Who started the replay that it belongs to. Null for a delivery that belongs to none.',
    ],
  ],
  ending:
    'DONE: everything was sent. NO_ANSWER: three requests in a row had no answer. STOPPED: the endpoint was paused, moved or deleted. Null while it runs.',
  events: 'The requests, in the order in which they are sent.',
  rules: 'The rules of a good receiver, and whether your server keeps them as far as its answers show.',
  rule: 'ANSWERS: 2xx within 10 seconds. VERIFIES: 4xx to what is not signed rightly and now. IDEMPOTENT: 2xx to an event that it took before. ORDER_PROOF: 2xx to an event that is older than what it took.',
  result: 'NOT_CHECKED: no request tried it, or your server took no event at all.',
  tried: 'How many requests tried the rule.',
  broken: 'How many of them show that it is broken.',
  examples: 'The first of these requests.',
  form: [
    'FIRST: as usual. LATE: after a later event of its object. AGAIN: once more. BAD_SIGNATURE, NO_SIGNATURE, CHANGED_BODY and OLD_SIGNATURE, of an hour ago: your server has to refuse it.',
    [
      /ReplayMessages/,
      'FIRST: the first attempt to send the event. AGAIN: the second attempt. OLD: signed an hour ago, which your server has to refuse. UNKNOWN: the body of a type that does not exist, which your server has to answer like the others.',
    ],
  ],
};

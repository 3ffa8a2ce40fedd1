import { daysRequestsAreKept } from '@volume/contract/request-log/labels.ts';

/** How long the request log is kept. */
export const requestRules = [
  {
    name: 'requests',
    what: 'Calls made with application keys',
    table: 'key_requests',
    by: 'at',
    days: daysRequestsAreKept,
    key: 'request_id',
    isOfMerchants: true,
    keyType: 'uuid',
  },
  {
    name: 'request_days',
    what: 'How many calls with application keys there were on a day',
    table: 'key_request_days',
    by: 'begins_at',
    // A day is read while some of its calls are kept.
    days: daysRequestsAreKept + 1,
    key: 'day',
    isOfMerchants: true,
    keyType: 'text',
  },
] as const;

import type { WireRequest } from './judge.ts';
import * as money from './world-of-payments.ts';
import * as world from './world.ts';

export interface Answer {
  status: number;
  body?: unknown;
}

type Reply = (parameters: Record<string, string>, request: WireRequest) => Answer;

const ok = (body: unknown): Answer => ({ status: 200, body });

/** The provider's error payload (§3 Provider API error). */
export function refusal(statusCode: number, statusName: string, errorMessage: string): Answer {
  const body = { statusCode, statusName, errorMessage, traceId: '4bf92f3577b34da6', source: 'VOLUME' };
  return { status: statusCode, body };
}

/** One page in the envelope of §3. */
function page(content: unknown[], { query }: WireRequest): Answer {
  const size = Number(query.get('size'));
  const number = Number(query.get('page'));
  const shown = content.slice(number * size, (number + 1) * size);
  const sort = { sorted: true, unsorted: false, empty: false };
  return ok({
    content: shown,
    pageable: { sort, pageNumber: number, pageSize: size, offset: number * size, paged: true, unpaged: false },
    last: (number + 1) * size >= content.length,
    first: number === 0,
    totalElements: content.length,
    totalPages: Math.ceil(content.length / size),
    number,
    numberOfElements: shown.length,
    size,
    sort,
    empty: shown.length === 0,
  });
}

function found<T>(rows: T[], isWanted: (row: T) => boolean): Answer {
  const row = rows.find(isWanted);
  return row ? ok(row) : refusal(404, 'NOT_FOUND', 'Not found');
}

function listPayments(request: WireRequest): Answer {
  const wanted = request.query.get('paymentStatuses')?.split(',');
  const term = request.query.get('globalSearch');
  const rows = money.payments.filter(
    (payment) =>
      (!wanted || wanted.includes(payment.paymentStatus)) && (!term || JSON.stringify(payment).includes(term)),
  );
  return page(rows, request);
}

const application = 'merchants/{merchantId}/applications/{applicationId}';

/** The response of each call of section 7, by `METHOD path`. */
export const answers: Record<string, Reply> = {
  'GET merchants': () => ok([world.merchant]),
  'GET merchants/{merchantId}': ({ merchantId }) => found([world.merchant], (each) => each.merchantId === merchantId),
  'POST merchants/create-with-non-virtual-pay-in-account/sandbox': (_, { body }) =>
    body.includes('taken@') ? refusal(409, 'CONFLICT', 'Account exists') : { status: 200, body: { any: 'thing' } },
  'GET payments': (_, request) => listPayments(request),
  // Nothing before the last three weeks, so that the first steps are shown.
  'GET payments/summary': (_, { query }) =>
    ok(Date.now() - Date.parse(`${query.get('endDateTimeUtc')}Z`) > 21 * 86_400_000 ? { totals: [] } : money.summary),
  'GET revenue': (_, { query }) => ok({ periodType: query.get('periodType'), items: [] }),
  'GET merchants/{merchantId}/application/{applicationId}/outbound-payments': (_, request) =>
    page(request.query.get('currency') === 'GBP' ? money.payouts : [], request),
  'GET paymentintents/{paymentIntentId}': ({ paymentIntentId }) =>
    found(money.paymentLinks, (each) => each.paymentIntentId === paymentIntentId),
  'GET paymentintents': (_, request) => page(money.paymentLinks, request),
  'GET institutions': () => ok(world.institutions),
  'GET payments/{paymentId}': ({ paymentId }) => found(money.payments, (each) => each.paymentId === paymentId),
  'GET payments/{paymentId}/details': ({ paymentId = '' }) => ok(money.paymentDetails(paymentId)),
  [`GET ${application}/payin-accounts-with-aggregated-balances`]: () => ok(world.payInAccounts),
  [`GET ${application}/secret`]: () => ok(world.apiKeys),
  [`PUT ${application}/external-payment/send-email`]: () => ({ status: 200 }),
  [`PUT ${application}/external-payment/send-webhook`]: () => ({ status: 200 }),
  'GET merchants/{merchantId}/accounts': () => ok(world.accounts),
  'POST merchants/{merchantId}/accounts': () => ok(world.accounts[1]),
  'GET merchants/{merchantId}/roles': () => ok(world.roles),
  'PUT accounts/{userId}/disable': () => ({ status: 200 }),
  'PUT accounts/{userId}/enable': () => ({ status: 200 }),
  'PUT merchants/{merchantId}/accounts/{userId}': () => ok(world.accounts[1]),
  'GET accounts/self': () => ok(world.self),
  [`POST ${application}/payouts/schedule`]: (_, { body }) =>
    ok({ ...(JSON.parse(body) as object), scheduleId: 'schedule-1', nextRunAtUtc: '2030-01-01T06:00:00.000' }),
  'GET providers/optimus/customers/{customerId}/beneficiaries': () => ok(world.beneficiaries),
};

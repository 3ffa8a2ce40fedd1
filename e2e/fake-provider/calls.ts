import {
  among,
  amount,
  anything,
  type Call,
  exactly,
  id,
  isNumber,
  isText,
  isTextOrNull,
  onlyGiven,
  type Rule,
  text,
  utcTime,
  wholeNumber,
} from './judge.ts';

const statuses = among('NEW', 'AWAITING_AUTHORIZATION', 'AUTHORIZED', 'PENDING', 'COMPLETED', 'FAILED', 'SETTLED');
const newestFirst = text('createdAt,desc');
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isNull = (value: unknown): boolean => value === null;
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isNumberOrNull = (value: unknown): boolean => value === null || isNumber(value);

/** A size of 1 to 100: for larger ones the portal sends 10 (§5). */
const pageSize: Rule = (given) => (/^([1-9]\d?|100)$/.test(given) ? undefined : 'must be 1 to 100');

/** Twelve months ago at midnight UTC (§7). */
const twelveMonthsAgo: Rule = (given) => {
  const now = new Date();
  // Twelve months before 29 February is 28 February.
  const isLeapDay = now.getUTCMonth() === 1 && now.getUTCDate() === 29;
  const then = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 12, now.getUTCDate() - Number(isLeapDay)));
  return Date.parse(`${given}Z`) === then.getTime() ? undefined : 'must be 12 months ago at midnight, without its Z';
};

/** An object with exactly these fields. */
const holding = (fields: Record<string, (value: unknown) => boolean>) => {
  const rule = exactly(fields);
  return (value: unknown): boolean => rule(value) === undefined;
};

const revenue = {
  applicationId: id,
  sort: newestFirst,
  startDateTimeUtc: utcTime,
  endDateTimeUtc: utcTime,
  paymentStatuses: statuses,
  merchantId: id,
};
const application = 'merchants/{merchantId}/applications/{applicationId}';
const switched = exactly({ shouldSend: isBoolean });

/** Section 7 in its own order. All other calls are rejected. */
export const calls: Call[] = [
  { method: 'GET', path: 'merchants', version: 'v0.7' },
  { method: 'GET', path: 'merchants/{merchantId}', version: 'v0.7' },
  {
    method: 'POST',
    path: 'merchants/create-with-non-virtual-pay-in-account/sandbox',
    version: 'v0.7',
    credentials: 'basic',
    body: exactly({
      accountEmail: isText,
      fullName: isNull,
      companyDetails: holding({ name: isText, personName: isTextOrNull, phoneNumber: isTextOrNull }),
      welcomeMessageTemplateId: (value) => value === 'default',
      payInAccountDetails: isAllNullWithAddress,
      configuration: holding({
        merchantCallbackUrlForMobile: isNull,
        merchantCallbackUrlForWeb: isNull,
        paymentsWebhookUrl: isNull,
      }),
      onboardingDetails: holding({ industry: isNull, websiteUrl: isNull, expectedMonthlyTransactionVolume: isNull }),
    }),
  },
  {
    method: 'GET',
    path: 'payments',
    version: 'v0.8',
    query: {
      always: { page: wholeNumber, size: pageSize, sort: newestFirst, includeNewPayments: text('true') },
      sometimes: {
        paymentStatuses: statuses,
        startDateTimeUtc: utcTime,
        endDateTimeUtc: utcTime,
        currencies: among('EUR', 'GBP'),
        merchantId: id,
        globalSearch: anything,
        minAmount: amount,
        maxAmount: amount,
        paymentTypes: among('VOLUME', 'EXTERNAL'),
        refundedFilter: among('REFUNDED', 'NOT_REFUNDED', 'REFUNDING'),
        reviewedFilter: among('REVIEWED', 'NOT_REVIEWED'),
        returnedFilter: among('RETURNED', 'NOT_RETURNED'),
        heldFilter: among('HELD', 'NOT_HELD'),
        sampleFilter: among('HIDE', 'ONLY'),
        riskCategory: among('LOW', 'MEDIUM', 'HIGH', 'NA'),
        applicationId: id,
      },
    },
  },
  { method: 'GET', path: 'payments/summary', version: 'v0.7', query: { sometimes: revenue } },
  {
    method: 'GET',
    path: 'revenue',
    version: 'v0.7',
    query: { always: { periodType: among('HOUR', 'DAY', 'WEEK', 'MONTH') }, sometimes: revenue },
  },
  {
    method: 'GET',
    path: 'merchants/{merchantId}/application/{applicationId}/outbound-payments',
    version: 'v0.7',
    query: {
      always: { size: pageSize, page: wholeNumber, currency: among('EUR', 'GBP'), sort: newestFirst },
      sometimes: { applicationId: id, merchantId: id, startDateTimeUtc: utcTime, endDateTimeUtc: utcTime },
    },
  },
  { method: 'GET', path: 'paymentintents/{paymentIntentId}', version: 'v1.0' },
  {
    method: 'GET',
    path: 'paymentintents',
    version: 'v1.0',
    query: {
      always: {
        applicationId: id,
        startDateTimeUtc: twelveMonthsAgo,
        showOnlyLinks: text('true'),
        showNotStarted: text('true'),
        size: text('20'),
        page: wholeNumber,
      },
    },
  },
  { method: 'GET', path: 'institutions', version: 'v0.7' },
  { method: 'GET', path: 'payments/{paymentId}', version: 'v0.8' },
  { method: 'GET', path: 'payments/{paymentId}/details', version: 'v0.8' },
  { method: 'GET', path: `${application}/payin-accounts-with-aggregated-balances`, version: 'v0.7' },
  { method: 'GET', path: `${application}/secret`, version: 'v0.7' },
  { method: 'PUT', path: `${application}/external-payment/send-email`, version: 'v0.7', body: switched },
  { method: 'PUT', path: `${application}/external-payment/send-webhook`, version: 'v0.7', body: switched },
  { method: 'GET', path: 'merchants/{merchantId}/accounts', version: 'v0.7' },
  {
    method: 'POST',
    path: 'merchants/{merchantId}/accounts',
    version: 'v0.7',
    body: exactly({ merchantId: isText, email: isText, roles: isTexts, name: isTextOrNull, phone: isTextOrNull }),
  },
  { method: 'GET', path: 'merchants/{merchantId}/roles', version: 'v0.7' },
  { method: 'PUT', path: 'accounts/{userId}/disable', version: 'v0.7' },
  { method: 'PUT', path: 'accounts/{userId}/enable', version: 'v0.7' },
  {
    method: 'PUT',
    path: 'merchants/{merchantId}/accounts/{userId}',
    version: 'v0.7',
    body: onlyGiven({ roles: isTexts, name: isTextOrNull, phone: isTextOrNull }),
  },
  { method: 'GET', path: 'accounts/self', version: 'v0.7' },
  {
    method: 'POST',
    path: `${application}/payouts/schedule`,
    version: 'v0.7',
    body: exactly({
      payInAccountId: isNumber,
      enabled: isBoolean,
      frequency: isText,
      dayOfWeek: isTextOrNull,
      dayOfMonth: isNumberOrNull,
      timeUtc: isText,
      amountType: isText,
      amount: isNumberOrNull,
      minimumBalance: isNumber,
    }),
  },
  { method: 'GET', path: 'providers/optimus/customers/{customerId}/beneficiaries', version: 'v0.7' },
];

/** The specification does not list the fields, so this only checks that all values are null, including the address's. */
function isAllNullWithAddress(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const isAddress = ([name, part]: [string, unknown]): boolean => /address/i.test(name) && part !== null;
  const fields = Object.entries(value);
  return (
    fields.some(isAddress) && fields.every((field) => (isAddress(field) ? isAllNull(field[1]) : field[1] === null))
  );
}

function isAllNull(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every(isNull);
}

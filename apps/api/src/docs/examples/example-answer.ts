import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { wireSchema } from '#docs/json-schema.ts';
import { answersByKey } from './answers-by-key.ts';
import { exampleOf } from './example-of.ts';

/** The response of a successful call as JSON; undefined when it has no schema. */
export function exampleAnswer({ name, response }: AnyEndpoint): unknown {
  if (!response) return undefined;
  return Object.hasOwn(answersByKey, name)
    ? answersByKey[name as keyof typeof answersByKey]
    : exampleOf(wireSchema(response), byName);
}

const page = {
  pageable: {
    sort: { sorted: true, unsorted: false, empty: false },
    pageNumber: 0,
    pageSize: 10,
    offset: 0,
    paged: true,
    unpaged: false,
  },
  totalElements: 1,
  totalPages: 1,
  number: 0,
  numberOfElements: 1,
  size: 10,
  empty: false,
  isTotalAtLeast: false,
};

const base64url = Object.fromEntries(['challenge', 'id', 'rawId'].map((name) => [name, 'oWNjaGFsbGVuZ2U']));

/** Values of a field in every response that has it; a value of another type than the field's is ignored. */
const byName = {
  ...page,
  ...base64url,
  name: 'Maya Okafor',
  personName: 'Maya Okafor',
  fullName: null,
  email: 'maya@harbourbloom.example',
  accountEmail: 'maya@harbourbloom.example',
  phone: '+44 20 7946 0101',
  companyName: 'Harbour & Bloom Ltd',
  accountHolderName: 'Harbour & Bloom Ltd',
  applicationName: 'Harbour Shop',
  currency: 'GBP',
  forCurrency: 'GBP',
  refundPaymentCurrency: 'GBP',
  paymentCurrency: 'GBP',
  accountNumber: '73014486',
  sortCode: '20-45-77',
  iban: null,
  ip: '203.0.113.7',
  institutions: 'natwest',
  institutionId: 'natwest',
  allowedAddresses: '203.0.113.0/24',
  authorities: 'VIEW_ONLY',
  roles: 'MERCHANT_VIEWER',
  dayOfMonth: 1,
  timeUtc: '06:00',
  month: '2026-10',
  countries: 'GB',
  currencies: 'GBP',
  version: '"5f1c0a9b"',
};

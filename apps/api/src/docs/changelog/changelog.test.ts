import { endpoints } from '@volume/contract/endpoints.ts';
import { expect, test } from 'vitest';
import { merchantOpenApi } from '#docs/merchant-open-api.ts';
import { entries, type Entry } from './entries.ts';
import { namesOf } from './names-of.ts';
import recorded from './recorded.json' with { type: 'json' };
import { unnamed } from './unnamed.ts';

const current = namesOf(merchantOpenApi(Object.values(endpoints), 'https://portal.example.com/sandbox'));

test('every call, field, event and code that was added or removed since the last record has an entry', () => {
  const advice = 'name these in docs/changelog/entries.ts, then run `npm run documents -- api`, which records them';
  expect(unnamed(recorded, entries, current), advice).toEqual({ added: [], removed: [] });
});

test('finds a new field without an entry, a removed code, and an entry about nothing', () => {
  const record = { upTo: '2026-11-01', names: ['Payment.id', 'code OLD'] };
  const now = ['Payment.id', 'Payment.note'];
  const entry = (more: Partial<Entry>): Entry[] => [{ day: '2026-11-02', changes: ['Notes.'], ...more }];
  expect(unnamed(record, [], now)).toEqual({ added: ['Payment.note'], removed: ['code OLD'] });
  const named = { added: ['Payment.note'], removed: ['code OLD'] };
  expect(unnamed(record, entry(named), now)).toEqual({ added: [], removed: [] });
  expect(unnamed({ ...record, upTo: '2026-11-03' }, entry(named), now)).toEqual(named);
  expect(unnamed(record, entry({ ...named, added: ['Payment.note', 'Payment.x'] }), now).removed).toEqual([
    'Payment.x',
  ]);
});

test('the names include calls, parameters, fields, events and codes', () => {
  expect(current).toEqual(
    expect.arrayContaining([
      'GET /payments',
      'GET /payments ?merchantPaymentId',
      'CreatePaymentLinkBody.paymentRequest.amount',
      'Payment.merchantReference',
      'PaymentWebhook.isExternal',
      'code KEY_EXPIRED',
      'event payment.held',
      'webhook payout',
    ]),
  );
});

test('entries are sorted newest first, with one per day', () => {
  const days = entries.map(({ day }) => day);
  expect(days).toEqual([...new Set(days)].toSorted().toReversed());
});

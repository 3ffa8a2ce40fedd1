import { expect, test } from 'vitest';
import { Iban, AccountNumber, SortCode } from '@volume/contract/payouts/beneficiaries.ts';
import { EmailAddress } from './email-address.ts';
import { dropInvisible } from './invisible-marks.ts';
import { PayInQuery } from '@volume/contract/pay-ins/pay-ins.ts';
import { readTypedAmount } from '@volume/contract/money/typed-amount.ts';
import { findAddressFault } from '@volume/contract/webhooks/address.ts';

/** The ways in which a chat, a PDF or a web page changes copied text. */
const wrappings: Record<string, (text: string) => string> = {
  'an embedding': (text) => `\u202a${text}\u202c`,
  'an isolate': (text) => `\u2068${text}\u2069`,
  'a left-to-right mark': (text) => `\u200e${text}`,
  'a byte order mark': (text) => `\ufeff${text}`,
  'zero-width spaces': (text) => [...text].join('\u200b'),
  'zero-width joiners': (text) => [...text].join('\u200d'),
  'soft hyphens': (text) => [...text].join('\u00ad'),
  'non-breaking spaces around it': (text) => `\u00a0${text}\u202f`,
};

test.each(Object.entries(wrappings))('reads identifiers without %s', (_, wrap) => {
  expect(Iban.parse(wrap('GB29 NWBK 6016 1331 9268 19'))).toBe('GB29NWBK60161331926819');
  expect(SortCode.parse(wrap('60-16-13'))).toBe('601613');
  expect(AccountNumber.parse(wrap('3192 6819'))).toBe('31926819');
  expect(EmailAddress.parse(wrap('maya@shop.example'))).toBe('maya@shop.example');
  expect(PayInQuery.parse({ globalSearch: wrap('INV-77180') }).globalSearch?.trim()).toBe('INV-77180');
  expect(readTypedAmount(wrap('£12.50'))).toEqual({ minor: 12_50, currency: 'GBP' });
});

test('keeps the spaces between the words of an identifier, as normal ones', () => {
  expect(dropInvisible('Jörg\u00a0Müller')).toBe('Jörg Müller');
});

test.each(['👩‍👧', 'می‌خواهم', '❤️', 'क्‍ष', 'Zoë Ω', ''])('keeps marks that shape a letter: %s', (text) => {
  expect(dropInvisible(text)).toBe(text);
});

test('rejects an address that contains an invisible mark', () => {
  const fault = findAddressFault('https://shop.example\u200b/volume', 'webhook', { isLocal: false });
  expect(fault).toBe('must not hold spaces, invisible or control characters');
});

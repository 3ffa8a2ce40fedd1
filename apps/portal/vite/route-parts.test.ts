import { expect, test } from 'vitest';
import { addressOf, partsOf, readRoutePart } from './route-parts.ts';

const part = (path: string) => readRoutePart(`/house/src/routes/${path}.tsx?tsr-split=component`);
const parts = [
  '__root',
  '_merchant',
  '_merchant/payments/route',
  '_merchant/payments/index',
  '_merchant/payments/payin',
  'auth/signin',
].map((path) => part(path) ?? { id: '', moduleId: '' });
const idsAround = (id: string) =>
  partsOf(parts.find((candidate) => candidate.id === id) ?? { id: 'missing', moduleId: '' }, parts).map(
    (found) => found.id,
  );

test('a page needs the root, its layouts and itself, and nothing of its neighbours', () => {
  expect(idsAround('_merchant/payments/payin')).toEqual([
    '__root',
    '_merchant',
    '_merchant/payments',
    '_merchant/payments/payin',
  ]);
  expect(idsAround('auth/signin')).toEqual(['__root', 'auth/signin']);
});

test('an address leaves out pathless layouts and index, and keeps parameters', () => {
  expect(addressOf('_merchant/index')).toBe('/');
  expect(addressOf('_merchant/payments/$paymentId')).toBe('/payments/$paymentId');
});

test('only the component part of a route file counts', () => {
  expect(readRoutePart('/house/src/routes/a.tsx?tsr-split=errorComponent')).toBeUndefined();
  expect(readRoutePart('/house/src/features/a.tsx')).toBeUndefined();
});

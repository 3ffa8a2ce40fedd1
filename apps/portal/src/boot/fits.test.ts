import { PayInPage } from '@volume/contract/pay-ins/pay-ins.ts';
import { PortalSettings } from '@volume/contract/portal/settings.ts';
import { AccessTokenClaims } from '@volume/contract/session/session.ts';
import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { bareWirePayIn, wirePage, wirePayIn } from '#features/pay-ins/testing/sample-pay-in.ts';
import { sampleSettings } from '#platform/testing/sample-settings.ts';
import { fits } from './fits.ts';
import { claimsShape, payInPageShape, settingsShape } from './shapes.ts';

const claims = { jti: 'j', iat: 1, sub: 's', iss: 'i', userAccountId: 7, exp: 2, authorities: ['VIEW_ONLY'] };
const values = [
  undefined,
  null,
  '',
  'nope',
  'EXTREME',
  'GBP',
  'a@b.example',
  'javascript:alert(1)',
  'https://a.example/x',
  0,
  -1.5,
  Infinity,
  true,
  {},
  [],
  ['x', 1],
];

/** The sample with each of its values replaced by each of `values`, at every depth. */
function* changesOf(sample: unknown): Generator {
  yield* values;
  if (typeof sample !== 'object' || sample === null) return;
  const entries: [string, unknown][] = Object.entries(sample);
  for (const [name, part] of entries)
    for (const changed of changesOf(part))
      yield Array.isArray(sample) ? sample.with(Number(name), changed) : { ...sample, [name]: changed };
}

test.each([
  [
    'settings',
    settingsShape,
    PortalSettings,
    [sampleSettings, { ...sampleSettings, isLocal: true, supportEmail: 'a@b.example' }],
  ],
  ['claims', claimsShape, AccessTokenClaims, [claims, { ...claims, adminId: 'a' }]],
  ['rows', payInPageShape, PayInPage, [wirePage([wirePayIn({}), bareWirePayIn()])]],
] as const)('accepts and refuses the same %s as the schema of the contract', (_, shape, schema, samples) => {
  for (const sample of samples) {
    expect(fits(shape, sample)).toBe(true);
    for (const changed of changesOf(sample))
      expect([changed, fits(shape, changed)]).toEqual([
        changed,
        z.safeDecode(schema as z.ZodMiniType, changed).success,
      ]);
  }
});

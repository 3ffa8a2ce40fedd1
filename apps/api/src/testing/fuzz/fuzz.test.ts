import { listInstitutions } from '@volume/contract/institutions/institutions.ts';
import { expect, test } from 'vitest';
import { handle } from '#core/handler.ts';
import { handlers } from '#handlers.ts';
import { findFault } from './find-fault.ts';

const runs = process.env['TEST_COUNTS'] === 'full' ? 100_000 : 500;

test('random calls get documented answers, no error of the server, and leave a ledger that passes the audit', async () => {
  expect(await findFault({ runs })).toBeNull();
}, 3_600_000);

test('finds a call that fails on the server', async () => {
  const broken = handle(listInstitutions, () => Promise.reject(new Error('broken')));
  const others = handlers.filter(({ endpoint }) => endpoint !== listInstitutions);
  const options = { parts: { handlers: [...others, broken] } };
  expect(await findFault({ runs: 50, names: ['listInstitutions'], options })).toMatch(/listInstitutions answered 500/);
});

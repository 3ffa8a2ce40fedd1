import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** §3 Beneficiary (from a virtual account provider). */
export const Beneficiary = z.object({
  optimusBeneficiaryId: z.string(),
  optimusExternalCustomerId: z.string(),
  firstNames: z.string(),
  accountType: z.enum(['SCAN', 'IBAN']),
  accountNumber: z.nullable(z.string()),
  sortCode: z.nullable(z.string()),
  iban: z.nullable(z.string()),
  status: z.nullable(z.string()),
});
export type Beneficiary = z.output<typeof Beneficiary>;

export const listOptimusBeneficiaries = endpoint({
  name: 'listOptimusBeneficiaries',
  summary: 'Destinations for payouts that a customer has at OPTIMUS',
  origin: 'specification',
  method: 'GET',
  path: 'providers/optimus/customers/{customerId}/beneficiaries',
  access: { kind: 'any-of', authorities: ['EDIT_SETTINGS'], effect: 'read' },
  params: z.object({ customerId: z.string().check(z.minLength(1), z.maxLength(64)) }),
  response: z.array(Beneficiary),
  shapeFailure: 'Failed to fetch optimus beneficiaries',
});

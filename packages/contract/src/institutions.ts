import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const Institution = z.object({
  institutionId: z.string(),
  name: z.string(),
  fullName: z.string(),
  countries: z.array(z.object({ displayName: z.string(), countryCode2: z.string() })),
  currencies: z.array(z.string()),
  environmentType: z.string(),
});
export type Institution = z.output<typeof Institution>;

export const listInstitutions = endpoint({
  name: 'listInstitutions',
  summary: 'Banks a payer can choose',
  origin: 'specification',
  method: 'GET',
  path: 'institutions',
  access: { kind: 'signed-in', effect: 'read' },
  response: z.array(Institution),
});

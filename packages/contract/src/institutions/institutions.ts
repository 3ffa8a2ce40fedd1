import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { ApplicationParams } from '@volume/contract/ids.ts';
import { Application } from '@volume/contract/merchants/merchants.ts';

/** contract §3 Institution: a bank, with its slug as the id; unknown environment types are shown by the label rule. */
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

export const setInstitutions = endpoint({
  name: 'setInstitutions',
  summary: 'Choose the banks that payers of an application are offered; an empty list offers all',
  origin: 'ours',
  method: 'PUT',
  path: 'merchants/{merchantId}/applications/{applicationId}/institutions',
  access: { kind: 'any-of', authorities: ['EDIT_SETTINGS'], effect: 'write' },
  comparesVersions: true,
  params: ApplicationParams,
  body: z.strictObject({
    institutions: z.array(z.string().check(z.minLength(1), z.maxLength(64))).check(z.maxLength(2_000)),
  }),
  response: Application,
});

import { WireAmount } from '@volume/contract/money/money.ts';
import { PayInPage, PayInQuery } from '@volume/contract/pay-ins/pay-ins.ts';
import { PortalSettings } from '@volume/contract/portal/settings.ts';
import { AccessTokenClaims } from '@volume/contract/session/session.ts';
import * as z from 'zod/mini';
import type { Shape } from './fits.ts';

/** A schema as data, for code that runs before the schema library has loaded (fits.ts). */
const shapeOf = (schema: z.ZodMiniType): Shape =>
  z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === (WireAmount as unknown)) jsonSchema.type = 'number';
    },
  });

// The build, the development server and the tests replace this module by its values (vite/boot.ts).
export const settingsShape = shapeOf(PortalSettings);
export const claimsShape = shapeOf(AccessTokenClaims);
export const payInPageShape = shapeOf(PayInPage);
/** The parameters of GET payments in the order in which the portal sends them. */
export const payInParameters = Object.keys(PayInQuery.shape) as (keyof PayInQuery)[];

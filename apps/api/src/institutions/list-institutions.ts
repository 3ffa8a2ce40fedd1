import { type Institution, listInstitutions as endpoint } from '@volume/contract/institutions.ts';
import { handle } from '#core/handler.ts';

/** Banks a payer can choose, by name. */
export const listInstitutions = handle(endpoint, async ({ services }) =>
  services.database.query<Institution>(
    `select institution_id as "institutionId", name, full_name as "fullName", countries, currencies,
       environment_type as "environmentType"
     from institutions order by lower(name), institution_id`,
  ),
);

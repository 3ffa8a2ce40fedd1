import { type Institution, listInstitutions as endpoint } from '@volume/contract/institutions.ts';
import { handle } from '#core/handler.ts';

/** Banks a payer can choose, by name. */
export const listInstitutions = handle(endpoint, async ({ services }) =>
  services.database.query<Institution>(
    `SELECT institution_id AS "institutionId", name, full_name AS "fullName", countries, currencies,
       environment_type AS "environmentType"
     FROM institutions ORDER BY lower(name), institution_id`,
  ),
);

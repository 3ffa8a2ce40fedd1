import { getException as endpoint } from '@volume/contract/exceptions.ts';
import { handle } from '#core/handler.ts';
import { readDetails } from './read-exception.ts';

/** One exception: what we hold beside what the provider says (contract §11). */
export const getException = handle(endpoint, async ({ params, services }) =>
  readDetails(services.database, params.exceptionId),
);

import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { Id, MerchantParams } from '@volume/contract/ids.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { Currency } from '@volume/contract/money/money.ts';
import { plainText } from '@volume/contract/text/plain-text.ts';
import { ApplicationName } from './names.ts';
import { PersonName } from '@volume/contract/users/person-name.ts';

export const requestStates = ['OPEN', 'APPROVED', 'DECLINED', 'WITHDRAWN'] as const;

/** The most requests of a merchant that are open at the same time. */
export const mostOpenRequests = 10;

/** A merchant's request for another application. */
export const ApplicationRequest = z.object({
  requestId: z.string(),
  applicationName: z.string(),
  currencies: z.array(Currency),
  /** Why the merchant needs it. */
  why: z.string(),
  /** Email address of the user who asked. */
  askedBy: z.string(),
  askedByName: PersonName,
  askedAtUtc: UtcTime,
  state: z.enum(requestStates),
  /** When it was approved, declined or withdrawn; null while it is open. */
  decidedAtUtc: z.nullable(UtcTime),
  /** Why it was declined, for the merchant to read. */
  declinedBecause: z.nullable(z.string()),
  /** The application that was added. */
  applicationId: z.nullable(z.string()),
});
export type ApplicationRequest = z.output<typeof ApplicationRequest>;

export const RequestReason = plainText(500);
const NewRequest = z.strictObject({
  applicationName: ApplicationName,
  currencies: z.array(Currency).check(
    z.minLength(1, 'must name at least one currency'),
    z.refine((given: readonly Currency[]) => new Set(given).size === given.length, 'must name each currency once'),
  ),
  why: RequestReason,
});
export type NewRequest = z.output<typeof NewRequest>;

const path = 'merchants/{merchantId}/application-requests';
const administrators = { kind: 'any-of', authorities: ['ACCOUNT_ADMIN'] } as const;
const RequestParams = z.extend(MerchantParams, { requestId: Id });

export const listApplicationRequests = endpoint({
  name: 'listApplicationRequests',
  summary: 'A merchant’s requests for another application: open ones first, then the newest 50 decided ones',
  origin: 'ours',
  method: 'GET',
  path,
  access: { ...administrators, effect: 'read' },
  params: MerchantParams,
  response: z.array(ApplicationRequest),
});

/** 409 when a request or an application with this name exists. */
export const askForApplication = endpoint({
  name: 'askForApplication',
  summary: 'Ask the platform for another application; for the merchant’s own administrators',
  origin: 'ours',
  method: 'POST',
  path,
  access: { ...administrators, effect: 'write' },
  status: 201,
  params: MerchantParams,
  body: NewRequest,
  response: ApplicationRequest,
});

export const withdrawApplicationRequest = endpoint({
  name: 'withdrawApplicationRequest',
  summary: 'Withdraw a request for another application that was not decided yet',
  origin: 'ours',
  method: 'DELETE',
  path: `${path}/{requestId}`,
  access: { ...administrators, effect: 'write' },
  params: RequestParams,
  response: ApplicationRequest,
});

export const declineApplicationRequest = endpoint({
  name: 'declineApplicationRequest',
  summary: 'Decline a merchant’s request for another application; the reason is mailed to the user who asked',
  origin: 'ours',
  method: 'POST',
  path: `platform/${path}/{requestId}/decline`,
  access: { kind: 'admin', effect: 'write' },
  params: RequestParams,
  body: z.strictObject({ reason: RequestReason }),
  response: ApplicationRequest,
});

export const applicationRequestEndpoints = {
  listApplicationRequests,
  askForApplication,
  withdrawApplicationRequest,
  declineApplicationRequest,
};

import type { ActivityAction } from '@volume/contract/users/activity.ts';
import { type Action, recordActivity } from '#core/activity/record-activity.ts';
import { mailAdministrators } from '#core/mail/mail-administrators.ts';
import type { Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import type { Application } from './endpoint-row.ts';

type EndpointCall = Action & { services: Services; params: Application };

export const recordChange = (
  queries: Queries,
  call: EndpointCall,
  action: ActivityAction,
  detail: string,
): Promise<void> => {
  const { merchantId, applicationId } = call.params;
  return recordActivity(queries, call, { merchantId, action, subject: applicationId, detail });
};

/** Mails the merchant's administrators, as for the specified addresses: an attacker could send events elsewhere. */
export const mailChange = (queries: Queries, call: EndpointCall, did: string): Promise<void> =>
  mailAdministrators(queries, call.services, {
    merchantId: call.params.merchantId,
    subject: 'Webhook endpoints changed',
    what: `${call.caller.email} ${did}`,
  });

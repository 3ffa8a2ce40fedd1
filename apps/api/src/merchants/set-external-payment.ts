import {
  setExternalPaymentEmail as emailEndpoint,
  setExternalPaymentWebhook as webhookEndpoint,
} from '@volume/contract/notifications/notification-settings.ts';
import { type Call, handle } from '#core/handler.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { raw, sql } from '#database/sql.ts';

type Switch = Call<typeof emailEndpoint>;
type Column = 'send_email_for_external_payin_payment' | 'send_webhook_for_external_payin_payment';

/** Switches the email about external payments (§4, §7). */
export const setExternalPaymentEmail = handle(emailEndpoint, (call) =>
  write(call, 'send_email_for_external_payin_payment', 'Email'),
);

/** Switches the webhook about external payments (§4, §7). */
export const setExternalPaymentWebhook = handle(webhookEndpoint, (call) =>
  write(call, 'send_webhook_for_external_payin_payment', 'Webhook'),
);

async function write(call: Switch, column: Column, name: string): Promise<void> {
  const { params, body, services } = call;
  const { merchantId, applicationId } = params;
  await services.database.transaction(async (queries) => {
    await queries.query(
      sql`UPDATE applications SET ${raw(column)} = ${body.shouldSend}
        WHERE merchant_id = ${merchantId} AND application_id = ${applicationId}`,
    );
    const detail = `${name} about external payments ${body.shouldSend ? 'on' : 'off'}`;
    await recordActivity(queries, call, {
      merchantId,
      action: 'NOTIFICATIONS_CHANGED',
      subject: applicationId,
      detail,
    });
  });
}

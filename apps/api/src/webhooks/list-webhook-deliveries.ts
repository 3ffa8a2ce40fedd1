import { toPage } from '@volume/contract/page.ts';
import {
  getWebhookDelivery as getWebhookDeliveryEndpoint,
  listWebhookDeliveries as listWebhookDeliveriesEndpoint,
} from '@volume/contract/webhooks.ts';
import { handle } from '#core/handler.ts';
import { sql } from '#database/sql.ts';
import { deliveryColumns, type DeliveryRow, readMarkedDelivery, toDeliveries } from './delivery-row.ts';
import { newestFirst, selectDeliveries } from './select-deliveries.ts';
import { signBody } from './signing/sign-body.ts';

/** An application's webhook deliveries by filter, newest first (contract §2). */
export const listWebhookDeliveries = handle(
  listWebhookDeliveriesEndpoint,
  async ({ params, query: { page, size, ...filters }, services: { database } }) => {
    const where = selectDeliveries(params, filters);
    const [total] = await database.query<{ count: number }>(
      sql`SELECT count(*) AS count FROM webhook_deliveries WHERE ${where}`,
    );
    const rows = await database.query<DeliveryRow>(
      sql`SELECT ${deliveryColumns} FROM webhook_deliveries WHERE ${where}
        ORDER BY ${newestFirst} LIMIT ${size} OFFSET ${page * size}`,
    );
    const content = await toDeliveries(database, { merchantId: params.merchantId, rows, isWhole: false });
    return toPage(content, { page, size, totalElements: total?.count ?? 0 });
  },
);

/** One webhook delivery with every attempt, and of a test event the header that signs its body. */
export const getWebhookDelivery = handle(getWebhookDeliveryEndpoint, async ({ params, services }) => {
  const { delivery, isTest } = await readMarkedDelivery(services.database, params);
  return { ...delivery, authorization: isTest ? (await signBody(services, delivery.requestBody)).authorization : null };
});

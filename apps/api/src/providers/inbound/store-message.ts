import { Problem } from '#core/problem.ts';
import { gatewayMessagePurpose } from '#core/secrets/vault.ts';
import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { Message } from '#providers/gateway/messages.ts';
import { enqueueWork } from '#queue/due-work.ts';

export const messageJob = 'GATEWAY_MESSAGE';

/** Stores a message encrypted, with the job that applies it. 409 when another message has its id. */
export async function storeMessage(services: Services, message: Message, body: string): Promise<'stored' | 'repeated'> {
  const { messageId } = message;
  const { at, newId } = writeContext(services);
  const sealed = await services.vault.seal(body, gatewayMessagePurpose(messageId));
  return services.database.transaction(async (queries) => {
    const added = await queries.query(
      sql`INSERT INTO gateway_messages (message_id, sealed, received_at) VALUES (${messageId}, ${sealed}, ${at})
        ON CONFLICT (message_id) DO NOTHING RETURNING message_id`,
    );
    if (added.length === 0) {
      if ((await readBody(services, queries, messageId)) === body) return 'repeated';
      throw new Problem(409, 'Another message has this messageId.');
    }
    const objectId = 'orderId' in message ? message.orderId : message.paymentId;
    const job = { kind: messageJob, merchantId: null, objectId, dueAt: at, payload: { messageId } };
    await enqueueWork(queries, newId, job);
    return 'stored';
  });
}

/** Throws when there is no such message: it is deleted after some time (core/records/retention.ts). */
export async function readMessage(services: Services, messageId: string): Promise<Message> {
  return Message.parse(JSON.parse(await readBody(services, services.database, messageId)));
}

async function readBody({ vault }: Services, { query }: Queries, messageId: string): Promise<string> {
  const [row] = await query<{ sealed: string }>(
    sql`SELECT sealed FROM gateway_messages WHERE message_id = ${messageId}`,
  );
  if (!row) throw new Error('The message was deleted.');
  return vault.open(row.sealed, gatewayMessagePurpose(messageId));
}

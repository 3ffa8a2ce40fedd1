import { getSampleMessage as endpoint } from '@volume/contract/webhooks/messages.ts';
import { handle } from '#core/handler.ts';
import { writeContext } from '#core/write-context.ts';
import { sampleBody, sampleTypes } from '#webhooks/signing/sample-body.ts';
import { toMessage } from './to-message.ts';

/** A test event of a kind for an object that does not exist. Nothing is sent or stored. */
export const getSampleMessage = handle(endpoint, async ({ params: { applicationId }, query: { kind }, services }) => {
  const { at, newId } = writeContext(services);
  const body = JSON.stringify(sampleBody(kind, { applicationId, objectId: newId(), at }));
  return toMessage(services, { applicationId, id: newId(), type: sampleTypes[kind], at, body, isTest: true });
});

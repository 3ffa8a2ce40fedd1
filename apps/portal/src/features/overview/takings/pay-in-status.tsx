import type { PaymentStatus } from '@volume/contract/pay-in-words.ts';
import { Tag, type Tone } from '#design/feedback/tag.tsx';
import { titleCase } from '#design/text/title-case.ts';

const tones: Record<PaymentStatus, Tone> = {
  NEW: 'calm',
  AWAITING_AUTHORIZATION: 'move',
  AUTHORIZED: 'move',
  PENDING: 'move',
  COMPLETED: 'ok',
  SETTLED: 'ok',
  FAILED: 'bad',
};
const hollow: readonly PaymentStatus[] = ['NEW', 'AWAITING_AUTHORIZATION', 'COMPLETED'];

/** A pay-in's status in the specification's words (§9 Labels). */
export function PayInStatus({ status }: { status: PaymentStatus }) {
  return (
    <Tag tone={tones[status]} hollow={hollow.includes(status)}>
      {titleCase(status)}
    </Tag>
  );
}

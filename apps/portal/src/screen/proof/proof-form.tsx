import { IdentityForm } from '#design/deed/identity-form.tsx';
import type { Write } from '#platform/writes/use-write.ts';

interface ProofFormProps<Body> {
  /** The write that waits for a proof of who it is. */
  write: Pick<Write<Body>, 'isBusy' | 'refusal' | 'prove' | 'reset'>;
  /** What goes on once it is proved: "Refund £12.50". */
  deed: string;
}

/** Asks once more who it is, in the place of the form whose write waits for it (contract §8 Step-up). */
export function ProofForm<Body>({ write: { isBusy, refusal, prove, reset }, deed }: ProofFormProps<Body>) {
  return <IdentityForm deed={deed} busy={isBusy} refusal={refusal?.message} onProve={prove} onBack={reset} />;
}

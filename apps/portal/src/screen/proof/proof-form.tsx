import { useQuery } from '@tanstack/react-query';
import { mailStepUpCode } from '@volume/contract/session.ts';
import { useEffect, useState } from 'react';
import { IdentityForm } from '#design/forms/identity-form.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { call } from '#platform/provider-api.ts';
import { refusalWords } from '#platform/writes/refusal-words.ts';
import type { Write } from '#platform/writes/use-write.ts';
import { useCapability } from '#platform/calls/capabilities.ts';
import { ResendMail } from '#domain/resend-mail.tsx';
import { ownTwoFactorQuery } from './own-two-factor-query.ts';

interface ProofFormProps<Body> {
  /** The write that waits for a proof of who it is. */
  write: Pick<Write<Body>, 'isBusy' | 'refusal' | 'prove' | 'reset'>;
  /** What goes on once it is proved: "Refund £12.50". */
  action: string;
}

/** Asks once more who it is, in the place of the form whose write waits for it (contract §8 Step-up). */
export function ProofForm<Body>({ write, action }: ProofFormProps<Body>) {
  const canMail = useCapability(mailStepUpCode);
  const { data, isLoading } = useQuery({ ...ownTwoFactorQuery(), enabled: canMail === true });
  const { isBusy, refusal, prove, reset } = write;
  const form = { action, busy: isBusy, refusal: refusal?.message, onProve: prove, onBack: reset };
  if (canMail === undefined || isLoading) return <Skeleton height={120} />;
  if (data?.kind === 'EMAIL') return <MailedProof form={form} />;
  return <IdentityForm {...form} means={data && (data.kind === 'TOTP' ? 'code' : 'password')} />;
}

/** The code is mailed as soon as it is asked for; the password alone would be what signing in took already. */
function MailedProof({ form }: { form: Parameters<typeof IdentityForm>[0] }) {
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    call(mailStepUpCode).catch((error: unknown) => setFailure(refusalWords(error).message));
  }, []);
  return (
    <IdentityForm
      {...form}
      refusal={form.refusal ?? failure}
      means="code"
      codeLabel="Code from your email"
      aside={
        <ResendMail what="code" resend={() => call(mailStepUpCode)} words={(error) => refusalWords(error).message} />
      }
    />
  );
}

import { useEffect, useState } from 'react';
import { TextArea } from '#design/controls/text-field.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { type Claim, type Verdict, verifySignature } from './verify-signature.ts';
import { readPublishedKeys } from './webhook-key.ts';

interface CheckProps {
  claim: Claim;
  /** Receives only what the user typed: the deployment's key may still be loading. */
  onChange: (part: Partial<Claim>) => void;
}

export function SignatureCheck({ claim, onChange }: CheckProps) {
  const verdict = useVerdict(claim);
  const faultIn = (part: 'headers' | 'key') =>
    verdict?.kind === 'unreadable' && verdict.part === part ? verdict.fault : undefined;
  const field = (part: keyof Claim) => ({
    isMono: true,
    spellCheck: false,
    autoComplete: 'off',
    value: claim[part],
    onChange: (event: { target: { value: string } }) => onChange({ [part]: event.target.value }),
  });
  return (
    <div className="grid gap-5">
      <TextArea
        {...field('body')}
        label="Body"
        rows={7}
        hint="Exactly as it came: every space and line break counts."
      />
      <TextArea
        {...field('headers')}
        label="Headers"
        rows={5}
        error={faultIn('headers')}
        hint="Only Authorization, or all headers, one per line: x-signature is checked too."
      />
      <TextArea
        {...field('key')}
        label="Public key"
        rows={5}
        error={faultIn('key')}
        hint="The key of this environment, bare or between PEM lines."
      />
      <div aria-live="polite">{verdict && <VerdictNotice verdict={verdict} />}</div>
    </div>
  );
}

/** Undefined while there is nothing to check. */
function useVerdict(claim: Claim): Verdict | undefined {
  const [known, setKnown] = useState<{ claim: Claim; verdict: Verdict }>();
  const { body, headers, key } = claim;
  const isReady = headers.trim() !== '' && key.trim() !== '' && body !== '';
  useEffect(() => {
    if (!isReady) return;
    let isOld = false;
    void verifySignature({ body, headers, key }, orNone).then((verdict) => {
      if (!isOld) setKnown({ claim: { body, headers, key }, verdict });
    });
    return () => {
      isOld = true;
    };
  }, [isReady, body, headers, key]);
  return isReady ? known?.verdict : undefined;
}

/** If loading them fails, only the given key is tried. */
const orNone = () => readPublishedKeys().catch(() => []);

function VerdictNotice({ verdict }: { verdict: Verdict }) {
  switch (verdict.kind) {
    case 'valid':
      return <ValidNotice {...verdict} />;
    case 'unreadable':
      return (
        // The field shows the reason.
        <Notice
          tone="bad"
          title={verdict.part === 'headers' ? 'The headers cannot be read' : 'The key cannot be read'}
        />
      );
    case 'other-body':
      return (
        <Notice tone="bad" title="The signature is real, but the body was changed">
          {verdict.hint ?? otherBody[verdict.name]}
        </Notice>
      );
    case 'other-key':
      return (
        <Notice tone="bad" title="The signature was not made with this key">
          It may come from another environment, or from someone else. Use the key of the environment that sent it.
        </Notice>
      );
  }
}

const otherBody = {
  Authorization:
    'It was made with this key for another body. Take the raw body, before anything parses it, and the headers of the same delivery.',
  'x-signature':
    'It was made with this key for another body, time or application. Take the raw body, before anything parses it, and the headers of the same delivery.',
};

const signs = {
  Authorization: 'Authorization is for another body.',
  'x-signature': 'x-signature is for another time, application or body.',
};

function ValidNotice({ fits, unfit, keyId }: Extract<Verdict, { kind: 'valid' }>) {
  const by =
    keyId === undefined
      ? 'Signed with the private key that belongs to this public key.'
      : `Signed with another published key, ${keyId}, not with the one above: keys are being changed.`;
  const [failed] = unfit;
  if (failed !== undefined) {
    return (
      <Notice tone="held" title={`${fits.join()} is valid, ${failed} is not`}>
        {`${signs[failed]} ${by}`}
      </Notice>
    );
  }
  const title = fits.length === 2 ? 'Both signatures are valid' : `The signature in ${fits.join()} is valid`;
  return (
    <Notice tone="ok" title={title}>
      {by}
    </Notice>
  );
}

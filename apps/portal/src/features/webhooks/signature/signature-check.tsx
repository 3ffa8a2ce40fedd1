import { useEffect, useState } from 'react';
import { TextArea } from '#design/controls/text-area.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { type Claim, type Verdict, verifySignature } from './verify-signature.ts';

interface CheckProps {
  claim: Claim;
  /** Told what was typed alone: the key may still be on its way. */
  onChange: (part: Partial<Claim>) => void;
}

/** Body, header and key, and what they come to, told as soon as all three are there. */
export function SignatureCheck({ claim, onChange }: CheckProps) {
  const verdict = useVerdict(claim);
  const faultOf = (part: 'header' | 'key') =>
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
      <TextArea {...field('header')} label="Authorization header" rows={5} error={faultOf('header')} />
      <TextArea
        {...field('key')}
        label="Public key"
        rows={5}
        error={faultOf('key')}
        hint="The key of this environment, bare or between PEM lines."
      />
      <div aria-live="polite">{verdict && <VerdictNotice verdict={verdict} />}</div>
    </div>
  );
}

/** Undefined until there is something to check. */
function useVerdict(claim: Claim): Verdict | undefined {
  const [known, setKnown] = useState<{ claim: Claim; verdict: Verdict }>();
  const { body, header, key } = claim;
  const isReady = header.trim() !== '' && key.trim() !== '' && body !== '';
  useEffect(() => {
    if (!isReady) return;
    let isOld = false;
    void verifySignature({ body, header, key }).then((verdict) => {
      if (!isOld) setKnown({ claim: { body, header, key }, verdict });
    });
    return () => {
      isOld = true;
    };
  }, [isReady, body, header, key]);
  return isReady ? known?.verdict : undefined;
}

function VerdictNotice({ verdict }: { verdict: Verdict }) {
  switch (verdict.kind) {
    case 'valid':
      return (
        <Notice tone="ok" title="The signature is valid">
          This body was signed with the private key that belongs to this public key.
        </Notice>
      );
    case 'unreadable':
      return (
        // Why stands at the field itself.
        <Notice tone="bad" title={verdict.part === 'header' ? 'The header cannot be read' : 'The key cannot be read'} />
      );
    case 'other-body':
      return (
        <Notice tone="bad" title="The signature is real, but the body was changed">
          {verdict.hint ??
            'It was made with this key for another body. Take the raw body, before anything parses it, and the header of the same delivery.'}
        </Notice>
      );
    case 'other-key':
      return (
        <Notice tone="bad" title="The signature was not made with this key">
          It may come from another environment, or from somebody else. Fetch the key of the environment that sent it.
        </Notice>
      );
  }
}

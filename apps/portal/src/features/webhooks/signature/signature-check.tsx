import { useEffect, useState } from 'react';
import { TextArea } from '#design/controls/text-area.tsx';
import { VerdictNotice } from './verdict-notice.tsx';
import { type Claim, type Verdict, verifySignature } from './verify-signature.ts';
import { readPublishedKeys } from './webhook-key.ts';

interface CheckProps {
  claim: Claim;
  /** Told what was typed alone: the key may still be on its way. */
  onChange: (part: Partial<Claim>) => void;
}

/** Body, headers and key, and what they come to as soon as all three are there. */
export function SignatureCheck({ claim, onChange }: CheckProps) {
  const verdict = useVerdict(claim);
  const faultOf = (part: 'headers' | 'key') =>
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
        error={faultOf('headers')}
        hint="Authorization alone, or all headers, one to a line: x-signature is checked too."
      />
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

/** Without them the given key alone is tried. */
const orNone = () => readPublishedKeys().catch(() => []);

import { Notice } from '#design/feedback/notice.tsx';
import type { Verdict } from './verify-signature.ts';

/** What the check came to: which signatures fit, or exactly why none does. */
export function VerdictNotice({ verdict }: { verdict: Verdict }) {
  switch (verdict.kind) {
    case 'valid':
      return <ValidNotice {...verdict} />;
    case 'unreadable':
      return (
        // Why stands at the field itself.
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

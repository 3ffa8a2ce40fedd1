import { Icon } from '#design/icon.tsx';
import Download from 'lucide/dist/esm/icons/download.mjs';
import { Button } from '#design/controls/button.tsx';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { QrCode } from '#design/qr/qr-code.tsx';
import { TextLink } from '#design/text/text-link.tsx';

/** A QR code to scan, the secret to type, or a link to an authenticator app on this device. */
export function AuthenticatorSecret({ secret, otpauthUrl }: { secret: string; otpauthUrl: string }) {
  return (
    <div className="grid gap-1 border-y border-line py-3">
      <div className="grid justify-items-center pb-2">
        <QrCode text={otpauthUrl} label="QR code to scan with the authenticator app" size={184} />
      </div>
      <div className="flex items-center justify-between gap-3">
        <span className="font-medium">Secret</span>
        <CopyButton text={secret} label="Copy the secret" size="s" variant="quiet" />
      </div>
      <code className="mono leading-relaxed [overflow-wrap:anywhere]">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      <p className="m-0 text-label text-ink-3">
        Scan the code, type the secret into the app, or{' '}
        <TextLink href={otpauthUrl}>open it in an app on this device</TextLink>.
      </p>
    </div>
  );
}

/** Recovery codes, with buttons to copy or download them. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <>
      <ul
        aria-label="Recovery codes"
        className="m-0 grid list-none grid-cols-2 gap-x-6 gap-y-1.5 border-y border-line p-0 py-3"
      >
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex gap-2">
        <CopyButton text={text}>Copy</CopyButton>
        <Button icon={<Icon of={Download} />} onClick={() => download(text)}>
          Download
        </Button>
      </div>
    </>
  );
}

function download(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = 'volume-recovery-codes.txt';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

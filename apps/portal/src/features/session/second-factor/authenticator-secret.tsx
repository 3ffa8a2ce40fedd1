import { CopyButton } from '#design/controls/copy-button.tsx';
import { QrCode } from '#design/qr/qr-code.tsx';
import { TextLink } from '#design/text/text-link.tsx';

/** What goes into an authenticator app: a code to scan, the secret to type, or a link to an app on this device. */
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

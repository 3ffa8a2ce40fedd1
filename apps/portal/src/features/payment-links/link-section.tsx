import { mailPaymentLink, type PaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { Icon } from '#design/icon.tsx';
import ExternalLink from 'lucide/dist/esm/icons/external-link.mjs';
import Mail from 'lucide/dist/esm/icons/mail.mjs';
import Share2 from 'lucide/dist/esm/icons/share-2.mjs';
import { buttonClass } from '#design/controls/control-classes.ts';
import { Button } from '#design/controls/button.tsx';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { Section } from '#design/layout/section.tsx';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { QrCode } from '#design/qr/qr-code.tsx';
import { formatDateTime, formatRelative } from '#design/text/format-date.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { IdText } from '#design/text/id-text.tsx';
import { personText } from '#design/text/person-text.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { noMailReason } from '#platform/calls/demo.ts';
import { useIsReadOnly } from '#platform/session/use-session.ts';
import { attemptCountOf, cancelledAt, isAtAttemptLimit, isOpen, purposeText } from './payment-link-labels.ts';
import Download from 'lucide/dist/esm/icons/download.mjs';
import { useState } from 'react';

interface LinkSectionProps {
  paymentLink: PaymentLink;
  zone: string;
  now: number;
}

/** The link to send: as text, as a QR code and with ways to share it. A closed link can no longer be shared. */
export function LinkSection({ paymentLink, zone, now }: LinkSectionProps) {
  const { paymentIntentLink: link, expiresAt } = paymentLink;
  // Whatever the API sends, only a web address is opened or shared.
  if (link === null || !/^https?:\/\//i.test(link)) return null;
  if (!isOpen(paymentLink)) return <OverLink paymentLink={paymentLink} zone={zone} />;
  if (isAtAttemptLimit(paymentLink)) return <LinkAtLimit paymentLink={paymentLink} />;
  const until =
    expiresAt === null
      ? 'does not expire'
      : `expires ${formatDateTime(expiresAt, zone, 'full')}, ${formatRelative(expiresAt, new Date(now))}`;
  return (
    <Section title="Link" aside={until}>
      <div className="flex flex-wrap items-start gap-6">
        <div className="grid gap-2.5">
          <QrCode text={link} label="QR code of the payment link" />
          <QrDownloads text={link} fileName={`payment-link-${paymentLink.paymentIntentId}`} />
        </div>
        <div className="grid min-w-0 flex-1 basis-[220px] gap-3">
          <p className="m-0 rounded bg-sunken px-3 py-2.5">
            <IdText>{link}</IdText>
          </p>
          <div className="flex flex-wrap gap-2">
            <CopyButton text={link} variant="primary">
              Copy link
            </CopyButton>
            <ShareLink paymentLink={paymentLink} link={link} />
            {/* Opens a new window, because the pay page is not part of the portal. */}
            <a href={link} target="_blank" rel="noreferrer" className={buttonClass('secondary', 'm')}>
              <Icon of={ExternalLink} />
              Open<span className="sr-only"> the pay page in a new window</span>
            </a>
          </div>
          <p className="m-0 text-label text-ink-3">
            Anyone who opens it can choose their bank and approve the payment there.
          </p>
        </div>
      </div>
    </Section>
  );
}

/**
 * The device's share sheet, if any, and email: from the deployment if it can, otherwise from the user's mail program.
 */
function ShareLink({ paymentLink, link }: { paymentLink: PaymentLink; link: string }) {
  const { amount, currency } = paymentLink.paymentRequest;
  const title = `Payment of ${formatMoney(amount, currency)}`;
  const text = [title, purposeText({ ...paymentLink, merchantIntentDescription: null })].filter(Boolean).join(': ');
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${text}\n\n${link}\n`)}`;
  const canMail = useCanDo(mailPaymentLink);
  return (
    <>
      {'share' in navigator && (
        // Closing the share sheet also rejects, which is not an error.
        <Button
          icon={<Icon of={Share2} />}
          onClick={() => void navigator.share({ title, text, url: link }).catch(() => undefined)}
        >
          Share
        </Button>
      )}
      {canMail ? (
        <MailLink paymentLink={paymentLink} />
      ) : (
        <a href={mail} className={buttonClass('secondary', 'm')}>
          <Icon of={Mail} />
          Email
        </a>
      )}
    </>
  );
}

const MailLinkDialog = lazyDialog(() => import('./mail-link-dialog.tsx').then((module) => module.MailLinkDialog));

function MailLink({ paymentLink }: { paymentLink: PaymentLink }) {
  const [isOpen, setIsOpen] = useState(false);
  const isReadOnly = useIsReadOnly();
  return (
    <>
      <Button
        icon={<Icon of={Mail} />}
        disabledReason={isReadOnly ? 'You don’t have permission to email payment links' : noMailReason}
        onClick={() => setIsOpen(true)}
      >
        Email…
      </Button>
      <MailLinkDialog paymentLink={paymentLink} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

function LinkAtLimit({ paymentLink }: { paymentLink: PaymentLink }) {
  return (
    <Section title="Link">
      <Notice tone="held" title="This link takes no more attempts">
        It was tried {attemptCountOf(paymentLink)} times, which is the limit for one link. Cancel it and create a new
        one. A payment that is waiting at a bank can still be approved.{' '}
        <IdText>{paymentLink.paymentIntentLink ?? ''}</IdText>
      </Notice>
    </Section>
  );
}

function OverLink({ paymentLink, zone }: { paymentLink: PaymentLink; zone: string }) {
  const { paymentIntentStatus: status, paymentIntentLink, cancelledBy } = paymentLink;
  const isPaid = status === 'COMPLETED';
  const cancelled = cancelledAt(paymentLink);
  const over = cancelled === undefined ? 'This link is no longer active' : 'This link was cancelled';
  const title = isPaid ? 'This link is paid' : over;
  return (
    <Section title="Link">
      <Notice tone={isPaid ? 'ok' : 'info'} title={title}>
        {cancelled !== undefined && cancelledBy && (
          <>
            Cancelled by <bdi className="[overflow-wrap:anywhere]">{personText(paymentLink, 'cancelledBy')}</bdi>,{' '}
            {formatDateTime(cancelled, zone, 'full')}.{' '}
          </>
        )}
        Anyone who opens it will see that it {isPaid ? 'has been paid' : 'can’t be paid'}.{' '}
        <IdText>{paymentIntentLink ?? ''}</IdText>
      </Notice>
    </Section>
  );
}

interface QrDownloadsProps {
  text: string;
  /** The file name without its extension. */
  fileName: string;
}

const kinds = ['SVG', 'PNG'] as const;

/** Downloads of the QR code: SVG for print shops, PNG for everything else. */
function QrDownloads({ text, fileName }: QrDownloadsProps) {
  const [problem, setProblem] = useState('');
  const download = async (kind: (typeof kinds)[number]) => {
    try {
      const { qrPngFile, qrSvgFile } = await import('#design/qr/qr-drawing.ts');
      save(kind === 'SVG' ? qrSvgFile(text) : await qrPngFile(text), `${fileName}.${kind.toLowerCase()}`);
      setProblem('');
    } catch {
      setProblem(`The ${kind} could not be created.`);
    }
  };
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap gap-2">
        {kinds.map((kind) => (
          <Button
            key={kind}
            size="s"
            icon={<Icon of={Download} />}
            aria-label={`Download the QR code as ${kind}`}
            onClick={() => void download(kind)}
          >
            {kind}
          </Button>
        ))}
      </div>
      <p role="status" className={problem === '' ? 'sr-only' : 'm-0 text-label text-bad'}>
        {problem}
      </p>
    </div>
  );
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Revoked later, because the download starts after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

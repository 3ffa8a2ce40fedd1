import { PaymentDetails, PaymentListItem } from '@volume/contract/pay-ins.ts';
import { Braces } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '#design/controls/button.tsx';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';

/** The payment as the API tells it, to read and to copy. */
export function PaymentJson({ row, details }: { row: PaymentListItem; details: PaymentDetails | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  const text = () => {
    const payment = z.encode(PaymentListItem, row);
    return JSON.stringify(details ? { payment, details: z.encode(PaymentDetails, details) } : { payment }, null, 2);
  };
  return (
    <>
      <Button icon={<Braces aria-hidden="true" />} onClick={() => setIsOpen(true)}>
        JSON
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="API response (JSON)"
        size="l"
        footer={
          <>
            <CopyButton text={isOpen ? text() : ''}>Copy</CopyButton>
            <Button onClick={() => setIsOpen(false)}>Close</Button>
          </>
        }
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled text must be reachable by keyboard */}
        <pre className="mono m-0 max-h-[60vh] overflow-auto rounded bg-sunken p-3" tabIndex={0} aria-label="JSON">
          {isOpen && text()}
        </pre>
      </Dialog>
    </>
  );
}

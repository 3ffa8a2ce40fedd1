import { useLayoutEffect, useRef } from 'react';
import { Button } from '#design/controls/button.tsx';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { isDemo } from '#platform/calls/demo.ts';

/** The key, shown only this once: selected, ready to be copied, removed with “Done”. */
export function NewKey({ value, onDone }: { value: string; onDone: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  // A layout effect, so that it runs before the dialog restores the focus that the pressed button lost.
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <>
      <Notice tone="held" title="Copy it now. It won’t be shown again.">
        We don’t store a copy. Save it with your server’s secrets, never in a web page or an app.
        {isDemo && ' In the demo it opens nothing: there is no server to call.'}
      </Notice>
      <textarea
        ref={field}
        readOnly
        rows={2}
        aria-label="The new key"
        spellCheck={false}
        className="mono w-full resize-none rounded border border-line-2 bg-sunken px-3 py-2.5 leading-[1.5] break-all"
        value={value}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <CopyButton text={value}>Copy key</CopyButton>
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </>
  );
}

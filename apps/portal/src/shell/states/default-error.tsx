import { useState } from 'react';
import { buttonClass } from '#design/controls/button-class.ts';

/** The router's default error view (§2): for what fails outside any page's own card. */
export function DefaultError({ error }: { error: unknown }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <main id="main" className="mx-auto grid max-w-[560px] gap-3 p-6">
      <div className="flex items-center gap-3">
        <h1 className="m-0 text-l font-strong">Something went wrong!</h1>
        <button
          type="button"
          className={buttonClass('secondary', 's')}
          aria-expanded={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? 'Hide Error' : 'Show Error'}
        </button>
      </div>
      {isShown && (
        <pre className="mono m-0 overflow-auto rounded border border-line p-3 text-bad">
          {error instanceof Error ? error.message : String(error)}
        </pre>
      )}
    </main>
  );
}

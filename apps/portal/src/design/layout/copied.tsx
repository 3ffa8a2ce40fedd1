import { CopyButton } from '#design/controls/copy-button.tsx';
import type { Description } from '#design/layout/description-list.tsx';
import { IdText } from '#design/text/id-text.tsx';

interface Copied {
  /** The displayed form, if it differs from the copied text: an account number in groups. */
  shown?: string | undefined;
  /** Uses the monospaced font; on by default. */
  mono?: boolean | undefined;
}

/** A line of a description list with an id or URL and a copy button; never a link. */
export function copied(
  term: string,
  text: string | null | undefined,
  { shown, mono = true }: Copied = {},
): Description {
  if (!text?.trim()) return { term, detail: null };
  return {
    term,
    mono,
    detail: (
      <span className="inline-flex max-w-full items-start gap-1">
        {mono ? <IdText>{shown ?? text}</IdText> : <bdi className="min-w-0">{shown ?? text}</bdi>}
        <span className="-my-1.5">
          <CopyButton text={text} label={`Copy ${term}`} variant="quiet" size="s" />
        </span>
      </span>
    ),
  };
}

/** An id with a copy button, truncated to the column; a dash without one. */
export function CopyableId({ text }: { text: string | null }) {
  if (!text) return <span className="text-ink-3">–</span>;
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <span className="truncate" title={text}>
        <IdText>{text}</IdText>
      </span>
      <CopyButton text={text} label={`Copy ${text}`} variant="quiet" size="s" />
    </span>
  );
}

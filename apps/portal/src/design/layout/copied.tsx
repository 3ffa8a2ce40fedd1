import { CopyButton } from '#design/controls/copy-button.tsx';
import type { Description } from '#design/layout/description-list.tsx';
import { IdText } from '#design/text/id-text.tsx';

/** A line of a description list whose text is an id or an address, to be copied; never a link. */
export function copied(term: string, text: string | null | undefined): Description {
  if (!text?.trim()) return { term, detail: null };
  return {
    term,
    mono: true,
    detail: (
      <span className="inline-flex items-start gap-1">
        <IdText>{text}</IdText>
        <span className="-my-1.5">
          <CopyButton text={text} label={`Copy ${term}`} variant="quiet" size="s" />
        </span>
      </span>
    ),
  };
}

import Check from 'lucide/dist/esm/icons/check.mjs';
import X from 'lucide/dist/esm/icons/x.mjs';
import { useId } from 'react';
import { Icon } from '#design/icon.tsx';

interface EffectListProps {
  title: string;
  kind: 'stops' | 'continues';
  lines: readonly string[];
}

/** The effects of an action, a sentence each, under a heading that says whether they stop or continue. */
export function EffectList({ title, kind, lines }: EffectListProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="m-0 mb-1.5 text-label font-strong text-ink-2">
        {title}
      </h3>
      <ul className="num m-0 grid list-none gap-1.5 p-0">
        {lines.map((line) => (
          <li key={line} className="grid grid-cols-[18px_1fr] gap-x-2 [overflow-wrap:anywhere]">
            <Icon of={kind === 'stops' ? X : Check} className={`mt-0.5 ${kind === 'stops' ? 'text-bad' : 'text-ok'}`} />
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}

import { ArrowDown } from 'lucide-react';

type NewRowsBannerProps = {
  /** "3 new payments since 09:59" */
  text: string;
  action?: string | undefined;
  onShow: () => void;
};

/**
 * Says that rows have arrived, instead of moving those being read. It floats over the page, so that it moves nothing
 * itself; what holds it is the live region.
 */
export function NewRowsBanner({ text, action = 'Show them', onShow }: NewRowsBannerProps) {
  return (
    <div className="pointer-events-auto flex h-9 max-w-full items-center gap-[9px] rounded-full border border-line bg-act-soft px-4 font-medium text-act shadow-(--shadow)">
      <ArrowDown aria-hidden="true" />
      <span className="num min-w-0 truncate">{text}</span>
      <button type="button" className="ml-2 shrink-0 underline underline-offset-2" onClick={onShow}>
        {action}
      </button>
    </div>
  );
}

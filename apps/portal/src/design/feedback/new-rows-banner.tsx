import { ArrowDown } from 'lucide-react';

type NewRowsBannerProps = {
  /** "3 new payments since 09:59" */
  text: string;
  action?: string | undefined;
  onShow: () => void;
};

/** Says that rows have arrived, instead of moving those being read. */
export function NewRowsBanner({ text, action = 'Show them', onShow }: NewRowsBannerProps) {
  return (
    <div
      role="status"
      className="mb-2 flex items-center gap-[9px] rounded bg-act-soft px-3 py-[7px] font-medium text-act"
    >
      <ArrowDown aria-hidden="true" />
      <span className="num min-w-0">{text}</span>
      <button type="button" className="ml-auto shrink-0 underline underline-offset-2" onClick={onShow}>
        {action}
      </button>
    </div>
  );
}

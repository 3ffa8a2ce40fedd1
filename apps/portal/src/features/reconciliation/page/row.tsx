import type { ReactNode } from 'react';

const rowClass = 'grid-cols-[minmax(0,1fr)_196px_minmax(0,1fr)] phone:grid-cols-1';
const boxedRowClass = 'grid-cols-[32px_minmax(0,1fr)_196px_minmax(0,1fr)] phone:grid-cols-[32px_minmax(0,1fr)]';

interface RowProps {
  /** A box at the start of the row. */
  box?: ReactNode;
  bank: ReactNode;
  between: ReactNode;
  here: ReactNode;
}

export function Row({ box, bank, between, here }: RowProps) {
  const sideClass = 'grid min-w-0 gap-1 px-2.5 py-2 phone:px-0 phone:py-1';
  return (
    <li
      className={`num grid min-h-14 items-center border-b border-line phone:py-2 ${box === undefined ? rowClass : boxedRowClass}`}
    >
      {box !== undefined && <div className="px-2.5 phone:row-span-3 phone:self-start phone:px-0 phone:py-2">{box}</div>}
      <div className={sideClass}>{bank}</div>
      <div className="grid justify-items-start gap-1">{between}</div>
      <div className={sideClass}>{here}</div>
    </li>
  );
}

export function SidesHead({ hasBoxes = false }: { hasBoxes?: boolean }) {
  return (
    <div
      aria-hidden="true"
      className={`grid border-b border-line-2 text-label text-ink-3 phone:hidden ${hasBoxes ? boxedRowClass : rowClass}`}
    >
      {hasBoxes && <div />}
      <div className="px-2.5 py-2">At the bank</div>
      <div />
      <div className="px-2.5 py-2">In Volume</div>
    </div>
  );
}

import { formatMoneyParts } from './format-money.ts';

interface MoneyProps {
  /** Minor units: pence, cents. */
  minor: number;
  currency: string;
  size?: 'm' | 'l' | 'xl' | 'hero' | undefined;
  /** Shows '+' before a positive amount. */
  signed?: boolean | undefined;
}

const sizeClasses = {
  m: ['', ''],
  l: [
    'text-[26px] leading-tight font-strong tracking-[-.025em] phone:text-[21px] print:text-[17px]',
    'text-[17px] phone:text-[14px] print:text-[13px]',
  ],
  xl: ['text-xl font-strong tracking-[-.03em]', 'text-[20px]'],
  hero: ['text-[38px] leading-[1.1] font-strong tracking-[-.03em] phone:text-xl', 'text-[22px] phone:text-[20px]'],
} as const;

/** An amount in tabular figures; in the large sizes its decimals are lighter. */
export function Money({ minor, currency, size = 'm', signed = false }: MoneyProps) {
  const parts = formatMoneyParts(minor, currency);
  if (parts === null) return <span className="text-ink-3">–</span>;
  const sign = parts.sign === '' && signed && minor > 0 ? '+' : parts.sign;
  const head = `${sign}${parts.symbol}${parts.whole}`;
  if (size === 'm') return <span className="num whitespace-nowrap">{`${head}.${parts.fraction}`}</span>;
  const [large, small] = sizeClasses[size];
  return (
    <span className={`num [overflow-wrap:anywhere] print:whitespace-nowrap ${large}`}>
      {head}
      <span className={`font-regular tracking-[-.01em] text-ink-3 ${small}`}>.{parts.fraction}</span>
    </span>
  );
}

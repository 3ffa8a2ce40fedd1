import type { Merchant } from '@volume/contract/merchants.ts';
import { Button } from '#design/controls/button.tsx';
import { CheckListFilter } from '#design/filter/check-list-filter.tsx';

interface MerchantFilterProps {
  merchants: readonly Merchant[];
  selected: string | undefined;
  onChange: (merchantId: string | undefined) => void;
  /** Reads the merchants again where they could not be read. */
  onRetry: (() => void) | undefined;
  isBusy: boolean;
}

/** Narrows the administrators' list to one merchant, by name. */
export function MerchantFilter({ merchants, selected, onChange, onRetry, isBusy }: MerchantFilterProps) {
  if (onRetry) {
    return (
      <span role="alert" className="flex items-center gap-2 text-ink-3">
        Merchant names could not be loaded.
        <Button size="s" busy={isBusy} onClick={onRetry}>
          Try Again?
        </Button>
      </span>
    );
  }
  const options = merchants
    .map(({ merchantId, companyName }) => ({ value: merchantId, label: companyName }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en-GB'));
  return (
    <CheckListFilter
      label="Merchant"
      isSingle
      options={options}
      selected={selected === undefined ? [] : [selected]}
      onChange={([merchantId]) => onChange(merchantId)}
    />
  );
}

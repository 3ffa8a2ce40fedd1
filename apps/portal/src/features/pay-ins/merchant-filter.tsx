import type { Merchant } from '@volume/contract/merchants.ts';
import { CheckListFilter } from '#design/filter/check-list-filter.tsx';

interface MerchantFilterProps {
  merchants: readonly Merchant[];
  selected: string | undefined;
  onChange: (merchantId: string | undefined) => void;
}

/** Narrows the administrators' list to one merchant, by name. */
export function MerchantFilter({ merchants, selected, onChange }: MerchantFilterProps) {
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

import { useQuery } from '@tanstack/react-query';
import { Button } from '#design/controls/button.tsx';
import { CheckListFilter } from '#design/filter/check-list-filter.tsx';
import { merchantsQuery } from './merchants-query.ts';

interface MerchantFilterProps {
  selected: string | undefined;
  onChange: (merchantId: string | undefined) => void;
}

export function MerchantFilter({ selected, onChange }: MerchantFilterProps) {
  const { data: merchants = [], error, isFetching, refetch } = useQuery(merchantsQuery());
  if (error && merchants.length === 0) {
    return (
      <span role="alert" className="flex items-center gap-2 text-ink-3">
        Merchant names could not be loaded.
        <Button size="s" busy={isFetching} onClick={() => void refetch()}>
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
      name="merchantId"
      isSingle
      options={options}
      selected={selected === undefined ? [] : [selected]}
      onChange={([merchantId]) => onChange(merchantId)}
    />
  );
}

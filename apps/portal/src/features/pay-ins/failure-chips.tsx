import { useQuery } from '@tanstack/react-query';
import { noValue } from '@volume/contract/pay-ins/labels.ts';
import { getPaymentFailures } from '@volume/contract/balances/revenue.ts';
import { useEffect } from 'react';
import { utcHourText } from '#design/text/format-date.ts';
import { FilterChip } from '#design/filter/filter-chip.tsx';
import { useCapability } from '#platform/calls/capabilities.ts';
import { institutionsQuery } from '#platform/queries/institutions-query.ts';

interface FailureChipsProps {
  institutionId: string | undefined;
  failureReason: string | undefined;
  failureHour: string | undefined;
  onChange: (
    change: { [Param in 'institutionId' | 'failureReason' | 'failureHour']?: undefined },
    how?: { replace: boolean },
  ) => void;
}

/** Filter chips that overview figures link to; removed where the deployment does not support these filters. */
export function FailureChips({ institutionId, failureReason, failureHour, onChange }: FailureChipsProps) {
  const isKnown = useCapability(getPaymentFailures);
  const hasBank = institutionId !== undefined && institutionId !== noValue;
  const { data } = useQuery({ ...institutionsQuery(), enabled: hasBank });
  useEffect(() => {
    if (isKnown === false)
      onChange({ institutionId: undefined, failureReason: undefined, failureHour: undefined }, { replace: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs only when the capability is known
  }, [isKnown]);
  const bank = data?.find((each) => each.institutionId === institutionId)?.name ?? institutionId;
  return (
    <>
      <Chip label="Bank" none="No bank chosen" value={bank} onRemove={() => onChange({ institutionId: undefined })} />
      <Chip
        label="Reason"
        none="No reason given"
        value={failureReason}
        onRemove={() => onChange({ failureReason: undefined })}
      />
      <Chip
        label="Hour"
        none=""
        value={failureHour && utcHourText(Number(failureHour))}
        onRemove={() => onChange({ failureHour: undefined })}
      />
    </>
  );
}

interface ChipProps {
  label: string;
  value: string | undefined;
  none: string;
  onRemove: () => void;
}

/** Opens a popover with the full text, which can be longer than a chip. */
function Chip({ label, value, none, onRemove }: ChipProps) {
  if (value === undefined) return null;
  const text = value === noValue ? none : value;
  const whole = () => (
    <p className="m-0 max-w-[264px] p-3.5 [overflow-wrap:anywhere]">
      <bdi>{text}</bdi>
    </p>
  );
  return <FilterChip label={label} value={text} onRemove={onRemove} editor={whole} />;
}

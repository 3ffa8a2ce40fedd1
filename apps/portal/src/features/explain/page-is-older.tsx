import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { useZone } from '#platform/preferences.ts';
import { explanationQuery } from './explain-query.ts';
import type { ExplainSearch } from './explain-search.ts';
import type { Seen } from './figure.tsx';
import { sumText, valueText } from './figure-sums.ts';

/** Says that the page shows an older number than the explanation, and offers to refresh it. */
export function PageIsOlder({ search, seen }: { search: ExplainSearch; seen: Seen }) {
  const { data } = useQuery({ ...explanationQuery(search), enabled: false });
  const queryClient = useQueryClient();
  const zone = useZone();
  const [isBusy, setIsBusy] = useState(false);
  if (!data || data.hidden !== null) return null;
  const [was, is] = [valueText(data, seen.value), sumText(data, data.shown ?? data.total)];
  if (was === is) return null;
  const refresh = async () => {
    setIsBusy(true);
    await queryClient.refetchQueries({ type: 'active' });
    setIsBusy(false);
  };
  const time = formatDateTime(new Date(seen.since).toISOString(), zone, 'time').slice(0, -3);
  return (
    <div role="status" className="num flex items-start gap-3 border-t border-line bg-sunken px-5 py-2.5 text-ink-2">
      <span className="grow">
        The page showed {was} at {time}; now it is {is}.
      </span>
      <Button size="s" busy={isBusy} onClick={() => void refresh()}>
        Refresh
      </Button>
    </div>
  );
}

import { useEffect, useRef, useState } from 'react';
import type { ButtonSize } from '#design/controls/control-classes.ts';
import type { OpenRange } from '#design/days/date-presets.ts';
import { toast } from '#design/overlay/toast.ts';
import { formatCount } from '#design/text/format-count.ts';
import type { CsvSource } from '#lists/export/csv-source.ts';
import type { SaveCsvJob } from '#lists/export/save-csv.ts';
import { refusalWords, type RefusalWords } from '#platform/writes/refusal-words.ts';
import { useZone } from '#platform/preferences.ts';

export interface ExportProps {
  /** What the rows are, as the file is called: `pay-ins`. */
  name: string;
  /** The UTC days of the rows, open ends left out; none for a list that has no days. */
  days?: OpenRange | undefined;
  source: CsvSource;
  /** How many rows there will be, when the list knows. */
  total?: number | undefined;
  /** Names the button where several stand on one page. */
  label?: string | undefined;
  size?: ButtonSize | undefined;
}

/** Between two words to screen readers. */
const sayEveryMs = 5_000;

const loadAction = () => import('#lists/export/save-csv.ts').then((module) => module.saveCsv);

/** One export at a time; leaving the page stops it. Its code comes with the first hover, focus or press. */
export function useExport({ name, days, source, total }: ExportProps) {
  const zone = useZone();
  const [rows, setRows] = useState<number>();
  const [failure, setFailure] = useState<RefusalWords>();
  const { said, say, sayNowAndThen } = useSpoken();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const onRows = (count: number) => {
    setRows(count);
    sayNowAndThen(`${formatCount(count)} rows so far`);
  };
  const start = async () => {
    if (running.current) return;
    const { signal } = (running.current = new AbortController());
    setFailure(undefined);
    setRows(0);
    say(total === undefined ? 'Exporting' : `Exporting ${formatCount(total)} rows`);
    await save({ source, fileName: fileName(name, days, zone), zone, signal, onRows })
      .then(() => say(''))
      .catch((error: unknown) => {
        say(signal.aborted ? 'Export cancelled' : '');
        if (!signal.aborted) setFailure(refusalWords(error));
      });
    running.current = undefined;
    setRows(undefined);
  };
  return {
    /** Rows so far, undefined while nothing is exported. */
    rows,
    failure,
    said,
    start: () => void start(),
    stop: () => running.current?.abort(),
    dismiss: () => setFailure(undefined),
    prepare: () => void loadAction().catch(() => undefined),
  };
}

async function save(job: SaveCsvJob): Promise<void> {
  const saveCsv = await loadAction();
  const saved = await saveCsv(job);
  if (saved !== undefined) toast.good(`Saved ${formatCount(saved)} ${saved === 1 ? 'row' : 'rows'}`, job.fileName);
}

/** Words for a live region: some at once, others no more often than can be listened to. */
function useSpoken() {
  const [said, setSaid] = useState('');
  const last = useRef(0);
  const say = (words: string) => {
    last.current = Date.now();
    setSaid(words);
  };
  const sayNowAndThen = (words: string) => {
    if (Date.now() - last.current >= sayEveryMs) say(words);
  };
  return { said, say, sayNowAndThen };
}

/** What an exported file is called: its rows, their days and the zone of their times, such as `pay-ins_2026-10-22_2026-11-21_UTC.csv`. */
function fileName(name: string, days: OpenRange | undefined, zone: string): string {
  const { from, to } = days ?? {};
  const range = days && (from === undefined && to === undefined ? 'all-days' : `${from ?? 'start'}_${to ?? 'today'}`);
  return `${[name, range, zone.replaceAll('/', '-')].filter(Boolean).join('_')}.csv`;
}

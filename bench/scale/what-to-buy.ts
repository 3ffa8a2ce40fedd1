/** Milliseconds of processor that one call costs. */
export interface Cost {
  api: number;
  coordinator: number;
  workers: number;
}

/** What one call of each kind costs, measured just now. */
export type Costs = Record<'payout' | 'list' | 'allMerchants', Cost>;

/** What a large provider asks; docs/scale.md says the same, letter by letter. */
const wanted = {
  payments: 1_000_000_000,
  seconds: 365 * 86_400,
  /** The busiest second beside the mean one. */
  busiest: 5,
  /** Lists that a merchant's people open for each payment; lists of all merchants a second. */
  lists: 3,
  allMerchants: 2,
  workers: 8,
  /** How busy a processor, and how full a disk, may be. */
  busy: 0.5,
  full: 0.7,
};
/** Bytes of one payment with all that belongs to it, as `npm run bench -- list` prints them at 300,000. */
const bytes = { workers: 3_122, coordinator: 103 };

const parts = ['api', 'coordinator', 'workers'] as const;

/** Processors for each part: what it works in the busiest second, by how busy it may be. */
function processorsFor({ payout, list, allMerchants }: Costs, part: keyof Cost): number {
  const payments = (wanted.payments / wanted.seconds) * wanted.busiest;
  const milliseconds =
    payments * payout[part] + payments * wanted.lists * list[part] + wanted.allMerchants * allMerchants[part];
  return milliseconds / 1000 / wanted.busy;
}

/** What a year of so many payments wants, as lines. */
export function sayWhatToBuy(costs: Costs): string[] {
  const { payments, workers, full } = wanted;
  const [api, coordinator, all] = parts.map((part) => processorsFor(costs, part)) as [number, number, number];
  const gigabytes = (each: number) => Math.ceil((payments * each) / full / 1e9).toLocaleString('en-GB');
  const month = (payments / 12) * bytes.workers;
  return [
    `For ${payments.toLocaleString('en-GB')} payments a year, ${workers} workers (docs/scale.md):`,
    `API: ${api.toFixed(1)} processors, as many instances as that, rounded up`,
    `coordinator: ${coordinator.toFixed(1)} processors, ${gigabytes(bytes.coordinator)} GB of disk for each year`,
    `each worker: ${(all / workers).toFixed(1)} processors, ${gigabytes(bytes.workers / workers)} GB of disk for each year, ${Math.ceil(month / workers / 1e9)} GB of memory for a month`,
  ];
}

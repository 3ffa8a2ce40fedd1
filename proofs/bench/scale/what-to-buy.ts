/** Processor milliseconds of one call. */
export interface Cost {
  api: number;
  coordinator: number;
  workers: number;
}

/** The measured cost of one call of each kind. */
export type Costs = Record<'payout' | 'list' | 'allMerchants', Cost>;

/** The needs of a large provider; docs/scale.md has the same numbers. */
const wanted = {
  payments: 1_000_000_000,
  seconds: 365 * 86_400,
  /** The busiest second relative to the average. */
  busiest: 5,
  /** Lists that a merchant's users open per payment; lists of all merchants per second. */
  lists: 3,
  allMerchants: 2,
  workers: 8,
  /** The highest planned utilisation of processors and disks. */
  busy: 0.5,
  full: 0.7,
};
/** Bytes of one payment with all related rows, as `npm run bench -- list` prints them at 300,000 payments. */
const bytes = { workers: 3_122, coordinator: 103 };

const parts = ['api', 'coordinator', 'workers'] as const;

/** Processors for each part: its work in the busiest second divided by the planned utilisation. */
function processorsFor({ payout, list, allMerchants }: Costs, part: keyof Cost): number {
  const payments = (wanted.payments / wanted.seconds) * wanted.busiest;
  const milliseconds =
    payments * payout[part] + payments * wanted.lists * list[part] + wanted.allMerchants * allMerchants[part];
  return milliseconds / 1000 / wanted.busy;
}

/** The hardware for a year with this many payments, as lines of text. */
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

import { providerNames, type Providers } from '#providers/port.ts';
import type { Metrics } from './metrics.ts';

type Named = string | { provider?: string | null };

/** The metrics contain no bank names, and rates are requested by currency. */
function providerOf(named: Named): string {
  const name = typeof named === 'string' ? named : named.provider;
  return providerNames.find((each) => each === name) ?? 'OTHER';
}

/** The account providers, with each call counted and timed by how it ended. */
export function observeProviders(
  providers: Providers,
  metrics: Pick<Metrics, 'observeProvider'>,
  now: () => number = () => performance.now(),
): Providers {
  const observe =
    <Rest extends unknown[], Answer>(call: string, make: (named: never, ...rest: Rest) => Promise<Answer>) =>
    async (named: Named, ...rest: Rest): Promise<Answer> => {
      const begun = now();
      const provider = providerOf(named);
      const end = (outcome: 'answered' | 'failed') =>
        metrics.observeProvider({ provider, call, outcome, seconds: (now() - begun) / 1000 });
      try {
        const answer = await make(named as never, ...rest);
        end('answered');
        return answer;
      } catch (error) {
        end('failed');
        throw error;
      }
    };
  const each = Object.entries(providers).map(([call, make]) => [call, observe(call, make as never)]);
  return Object.fromEntries(each) as Providers;
}

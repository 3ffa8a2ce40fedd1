import type { Calls } from '@volume/client';
import { openClient } from '#core/calling.ts';
import { command } from '#core/command.ts';
import { UsageError } from '#core/failures.ts';

type Name = Calls['playScenario']['input']['body']['scenario'];

/** A scenario of the API without a line here does not compile, and the other way round. */
const scenarios: Record<Name, string> = {
  paid: 'a payment that is settled',
  declined: 'a payment that the bank rejects',
  held: 'a payment that its account provider holds and releases after 45 seconds',
  returned: 'a payment that is held and returned after 45 seconds',
  'refund-failed': 'a payment, and its refund, which fails',
  'payout-failed': 'a payment, and a payout to the default beneficiary, which fails',
  'late-settlement': 'a payment that is settled a minute after it has arrived',
  'duplicate-delivery': 'a payment whose events are sent to your address twice',
};

const isName = (word: string): word is Name => Object.hasOwn(scenarios, word);

export const trigger = command({
  name: 'trigger',
  summary:
    'Makes a payment that takes a named course, so that its events really happen; only where providers are simulated',
  words: '<scenario>',
  options: { list: { type: 'boolean', description: 'shows the scenarios' } },
  run: async ({ options, words, terminal, settings, stopped }) => {
    const { print } = terminal;
    if (options.list) {
      for (const [name, text] of Object.entries(scenarios)) print(`${name.padEnd(18)}  ${text}`);
      return;
    }
    const [scenario = '', ...more] = words;
    if (!isName(scenario) || more.length > 0)
      throw new UsageError('Give the name of one scenario. `volume trigger --list` shows them.');
    const client = openClient(await settings());
    const { merchantId, applicationId } = await client.getOwnKey();
    const path = { merchantId, applicationId };
    const played = await client.playScenario({ path, body: { scenario } }, { signal: stopped });
    print(`${played.merchantPaymentId}: ${played.amount.toFixed(2)} ${played.currency}, ${scenarios[scenario]}`);
    print(`Events to come: ${played.eventTypes.join(', ')}`);
  },
});

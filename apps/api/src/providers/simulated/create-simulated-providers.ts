import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import type { Providers } from '#providers/port.ts';
import { enqueuePayInUpdate } from '#providers/updates.ts';
import { createOrdersInDatabase } from './orders-in-database.ts';
import { type Simulation, simulateProviders } from './simulate-providers.ts';

type Surroundings = Pick<Services, 'database' | 'clock' | 'random'> & Pick<Simulation, 'habitsOf'>;

/** The simulation inside this server, which keeps its orders in our database and reports to our workers. */
export function createSimulatedProviders({ habitsOf, ...surroundings }: Surroundings): Providers {
  const { database, clock } = surroundings;
  return simulateProviders({
    clock,
    orders: createOrdersInDatabase(surroundings),
    habitsOf,
    paidTooLate: async (order) => {
      const { at, newId } = writeContext(surroundings);
      await enqueuePayInUpdate(database, newId, order, {
        at: new Date(at.getTime() + reportMilliseconds),
        status: 'COMPLETED',
        description: 'The payer approved the payment after it had failed with us',
      });
    },
  });
}

const reportMilliseconds = 3_000;

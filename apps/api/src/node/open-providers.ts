import type { AppSettings, Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { createGateway } from '#providers/gateway/create-gateway.ts';
import { rememberOrders } from '#providers/inbound/order-merchants.ts';
import type { GatewayKeys } from '#providers/inbound/verify-signature.ts';
import { noProviders } from '#providers/none.ts';
import type { Providers } from '#providers/port.ts';
import { writeSimulatedBanks } from '#providers/simulated/banks.ts';
import { createSimulatedProviders } from '#providers/simulated/create-simulated-providers.ts';
import type { ServerSettings } from '#settings.ts';
import { createSigner, createVerifier } from './sign-text.ts';

/** The providers that a deployment's settings choose. */
export function openProviders(
  { app, gateway }: Pick<ServerSettings, 'app' | 'gateway'>,
  surroundings: Pick<Services, 'database' | 'clock' | 'random'>,
): Providers {
  if (gateway) {
    const { url, keyId, key } = gateway;
    const calls = createGateway({ url, keyId, sign: createSigner(key), clock: surroundings.clock });
    return rememberOrders(calls, surroundings.database);
  }
  return app.provider === 'NONE' ? noProviders : createSimulatedProviders(surroundings);
}

/** The keys of the gateway that can send messages; null without a gateway. */
export function openGatewayKeys({ gateway }: Pick<ServerSettings, 'gateway'>): GatewayKeys | null {
  return gateway && new Map(gateway.gatewayKeys.map(({ id, key }) => [id, createVerifier(key)]));
}

/** Adds the banks that come with the chosen providers, where they are missing. */
export async function writeProviderBanks(queries: Queries, { provider }: Pick<AppSettings, 'provider'>): Promise<void> {
  if (provider === 'SIMULATED') await writeSimulatedBanks(queries);
}

import { showDeviceCode } from '@volume/contract/api-keys/device-code-text.ts';
import {
  minutesOfDeviceCode,
  secondsBetweenPolls,
  startDeviceSignIn as endpoint,
} from '@volume/contract/api-keys/device-codes.ts';
import { handlePublic, type PublicCall } from '#core/handler.ts';
import { addressKey } from '#core/limits/rate-limits.ts';
import { toBase64Url } from '#core/secrets/keyed-hash.ts';
import { secretHash } from '#core/secrets/server-key.ts';
import { sql } from '#database/sql.ts';
import { deviceHashOf, drawDeviceCode, hashesOf } from './device-code-table.ts';

/** Sign-ins of tools an hour and address. */
const mostAnHour = 20;

/** Opens a tool's request for a key (RFC 8628, 3.1); 429 beyond twenty an hour and address. */
export const startDeviceSignIn = handlePublic(endpoint, async (call) => {
  const { services, request } = call;
  await services.rateLimits.spend({
    key: `device-from:${await secretHash(services, addressKey(request.address))}`,
    most: mostAnHour,
    seconds: 3600,
    message: 'Too many sign-ins of tools were started from here. Please try again later.',
  });
  const deviceCode = toBase64Url(services.random.bytes(32));
  const userCode = showDeviceCode(await writeRequest(call, deviceCode));
  const page = `${services.settings.portalUrl}/settings/security/device`;
  return {
    deviceCode,
    userCode,
    verificationUri: page,
    verificationUriComplete: `${page}?code=${userCode}`,
    expiresIn: minutesOfDeviceCode * 60,
    interval: secondsBetweenPolls,
  };
});

const mostDraws = 10;

/** Stores the request under a code whose first half no other request has, and returns the code. */
async function writeRequest(
  { body, services, request }: PublicCall<typeof endpoint>,
  deviceCode: string,
): Promise<string> {
  const now = services.clock.now();
  const deviceHash = await deviceHashOf(services, deviceCode);
  for (let draw = 0; draw < mostDraws; draw++) {
    const code = drawDeviceCode(services.random);
    const { half, whole } = await hashesOf(services, code);
    const written = await services.database.query(
      sql`INSERT INTO device_codes (device_hash, half_hash, code_hash, tool_name, machine_name, from_address, created_at,
          expires_at)
        VALUES (${deviceHash}, ${half}, ${whole}, ${body.toolName}, ${body.machineName}, ${request.address}, ${now},
          ${new Date(now.getTime() + minutesOfDeviceCode * 60_000)})
        ON CONFLICT (half_hash) DO NOTHING RETURNING device_hash`,
    );
    if (written.length > 0) return code;
  }
  throw new Error('Ten codes in a row were taken.');
}

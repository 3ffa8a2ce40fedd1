import type { Message } from '#core/calling.ts';
import { UsageError } from '#core/failures.ts';

/** Parses `payment.completed,refund.*` or `all`; the default is the types that an address gets. */
export function readTypes(text: string | undefined): (message: Message) => boolean {
  if (text === undefined) return ({ isSentToAddresses }) => isSentToAddresses;
  if (text === 'all') return () => true;
  const wanted = text.split(',').map((each) => each.trim());
  if (!wanted.every((each) => /^[a-z_]+\.([a-z_]+|\*)$/.test(each)))
    throw new UsageError('--types has to be `all`, or types such as payment.completed,refund.*');
  return ({ type }) =>
    wanted.some((each) => each === type || (each.endsWith('.*') && type.startsWith(each.slice(0, -1))));
}

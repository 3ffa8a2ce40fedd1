import { mostAllowedAddresses } from '@volume/contract/api-keys/api-keys.ts';
import { isAddressRange } from '@volume/contract/text/address-range.ts';
import { dropInvisible } from '@volume/contract/text/invisible-marks.ts';
import * as z from 'zod/mini';
import { typedAmount, unread } from '#forms/typed.ts';

const linesOf = (text: string): string[] =>
  dropInvisible(text)
    .split(/[\s,;]+/)
    .filter((line) => line !== '');

/** One address or range per line. */
export const typedAddresses = z.pipe(
  z.string(),
  z.transform((text: string, { issues }) => {
    const lines = linesOf(text);
    const wrong = lines.find((line) => !isAddressRange(line));
    const tooMany =
      lines.length > mostAllowedAddresses ? `Enter ${mostAllowedAddresses} addresses or fewer.` : undefined;
    const message =
      wrong === undefined ? tooMany : `“${wrong}” is not an IP address or a range such as 203.0.113.0/24.`;
    if (message !== undefined) issues.push({ code: 'custom', message, input: text, continue: true });
    return lines;
  }),
);

/** Empty means the usual limit; 0 means that the key cannot move money. */
export const typedLimit = (typed: string) => (typed.trim() === '' ? unread : typedAmount({ least: 0 }));

import { foldDeviceCode } from '@volume/contract/api-keys/device-code-text.ts';
import type { BodyOf } from '@volume/contract/endpoint.ts';
import type { lookUpDeviceCode } from '@volume/contract/api-keys/device-codes.ts';
import * as z from 'zod/mini';

export type CodeBody = BodyOf<typeof lookUpDeviceCode>;

export const codeSchema = z.object({
  userCode: z.pipe(
    z.string(),
    z.transform((text: string, { issues }) => {
      const code = foldDeviceCode(text);
      if (code.length !== 8) {
        const message = code === '' ? 'Enter the code that the tool shows.' : 'A code has eight letters.';
        issues.push({ code: 'custom', message, input: text });
      }
      return code;
    }),
  ),
});

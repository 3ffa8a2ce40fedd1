import * as z from 'zod/mini';
import { isOneLine } from '@volume/contract/text/one-line.ts';

/** How much metadata a payment link takes. The total counts the characters of names and values. */
export const metadataLimits = { entries: 20, name: 40, value: 500, total: 8_000 } as const;

/** The merchant's own texts by name, as they are read. */
export const Metadata = z.record(z.string(), z.string());
export type Metadata = z.output<typeof Metadata>;

/** Without names that JavaScript gives a meaning to. The API refuses `__proto__` in every body, because schemas skip it. */
const namePattern = /^(?!(?:__proto__|constructor|prototype)$)[A-Za-z0-9_.:-]{1,40}$/;
export const isMetadataName = (text: string): boolean => namePattern.test(text);

const name = z.string().check(z.regex(namePattern));
const value = z
  .string()
  .check(z.maxLength(metadataLimits.value), z.refine(isOneLine, 'must be one line without control characters'));

/** Metadata as a caller sends it. */
export const MetadataInput = z.record(name, value).check(
  z.refine(
    (metadata) => Object.keys(metadata).length <= metadataLimits.entries,
    `must have at most ${metadataLimits.entries} entries`,
  ),
  z.refine(
    (metadata) => Object.entries(metadata).flat().join('').length <= metadataLimits.total,
    `must have at most ${metadataLimits.total} characters in all`,
  ),
);

import { isMetadataName, type Metadata, MetadataInput } from '@volume/contract/payment-links/metadata.ts';
import * as z from 'zod/mini';

/** Reads one entry a line, such as `customer=C-4711`; null without any. */
export const typedMetadata = z.pipe(
  z.string(),
  z.transform((text: string, { issues }): Metadata | null => {
    const lines = linesOf(text);
    const entries = lines.map(splitLine);
    const metadata = Object.fromEntries(entries);
    const names = entries.map(([name]) => name);
    const message = lineFault(lines, names) ?? wholeFault(metadata);
    if (message !== undefined) issues.push({ code: 'custom', message, input: text, continue: true });
    return entries.length === 0 ? null : metadata;
  }),
);

export const metadataText = (metadata: Metadata | null | undefined): string =>
  Object.entries(metadata ?? {})
    .map(([name, text]) => `${name}=${text}`)
    .join('\n');

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function splitLine(line: string): [name: string, text: string] {
  const at = line.indexOf('=');
  return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
}

function lineFault(lines: readonly string[], names: readonly string[]): string | undefined {
  if (lines.some((line) => !line.includes('='))) return 'Write each line as name=text, such as customer=C-4711.';
  if (!names.every(isMetadataName)) return 'Use 1 to 40 letters, digits and _ . : - before the =.';
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return twice === undefined ? undefined : `${twice} is there twice.`;
}

function wholeFault(metadata: Metadata): string | undefined {
  const issue = z.safeParse(MetadataInput, metadata).error?.issues[0];
  if (issue === undefined) return undefined;
  const [name] = issue.path;
  if (issue.code === 'too_big') return `${String(name)}: use ${issue.maximum} characters or fewer.`;
  return `${name === undefined ? 'Metadata' : String(name)} ${issue.message}.`;
}

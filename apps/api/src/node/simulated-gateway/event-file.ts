import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { GatewayEvent } from './gateway-state.ts';

/** The events of a gateway in a file, one to a line. A line that was cut off when the process died counts as never written. */
export function openEventFile(path: string): { events: GatewayEvent[]; keep: (event: GatewayEvent) => void } {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (text !== '' && !text.endsWith('\n')) appendFileSync(path, '\n');
  return {
    events: text.split('\n').flatMap((line) => parse(line) ?? []),
    keep: (event) => appendFileSync(path, `${JSON.stringify(event)}\n`),
  };
}

function parse(line: string): GatewayEvent | null {
  try {
    return JSON.parse(line) as GatewayEvent;
  } catch {
    return null;
  }
}

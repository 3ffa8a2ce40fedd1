import type { ChangeMessage } from '@volume/contract/changes.ts';
import type { TestApp } from '#testing/test-app.ts';

export interface Received {
  headers: Record<string, string>;
  /** The next chunk as sent, including keep-alives; null at the end. */
  read: () => Promise<string | null>;
  /** The next message; `ended` at the end. */
  next: () => Promise<ChangeMessage | 'ended'>;
  leave: () => Promise<void>;
}

/** Subscribes to changes; throws when the request is refused. */
export async function listenTo(api: TestApp, token: string, address?: string): Promise<Received> {
  const headers = { authorization: `Bearer ${token}` };
  const from = address === undefined ? {} : { remoteAddress: address };
  const response = await api.app.request('/sandbox/api/changes', { headers }, from);
  const reader = response.body?.getReader();
  if (response.status !== 200 || !reader) throw new Error(`It answered ${response.status}: ${await response.text()}`);
  const decoder = new TextDecoder();
  const read = async () => {
    const { done, value } = await reader.read();
    return done ? null : decoder.decode(value);
  };
  const next = async (): Promise<ChangeMessage | 'ended'> => {
    const sent = await read();
    if (sent === null) return 'ended';
    const [, data] = /^data: (.*)\n\n$/.exec(sent) ?? [];
    return data === undefined ? next() : (JSON.parse(data) as ChangeMessage);
  };
  return { headers: Object.fromEntries(response.headers), read, next, leave: () => reader.cancel() };
}

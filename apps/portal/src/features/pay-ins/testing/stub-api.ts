import { vi } from 'vitest';
import { sessionKeys } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';

type Answer = (url: URL) => { status?: number; body: unknown } | Promise<Response>;

export const never = (): Promise<Response> => new Promise(() => undefined);

/** Replaces fetch, with the page's settings and a signed-in user; `sent` lists the requests in order. */
export function stubApi(answer: Answer, capabilities: string[] = []): { sent: URL[]; answer: (next: Answer) => void } {
  putSettings();
  localStorage.setItem(sessionKeys.token, 'the-token');
  const sent: URL[] = [];
  let current = answer;
  vi.stubGlobal('fetch', async (target: string): Promise<Response> => {
    const url = new URL(target);
    // Fetched after the first rows; not the subject of these tests.
    if (url.pathname.endsWith('/capabilities')) return new Response(JSON.stringify(capabilities));
    sent.push(url);
    const given = await current(url);
    if (given instanceof Response) return given;
    return new Response(JSON.stringify(given.body), { status: given.status ?? 200 });
  });
  return {
    sent,
    answer: (next) => {
      current = next;
    },
  };
}

export const providerError = (statusCode: number, errorMessage: string) => ({
  status: statusCode,
  body: { statusCode, statusName: 'REFUSED', errorMessage, source: 'VOLUME', traceId: '0123456789abcdef' },
});

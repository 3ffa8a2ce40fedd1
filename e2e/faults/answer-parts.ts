import { endpoints } from '@volume/contract/endpoints.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { applicationIdHeader, mediaType } from '@volume/contract/headers.ts';
import { overviewCalls, startCalls } from '@volume/contract/screens/screen-calls.ts';
import type { CaughtCall } from './catch-calls.ts';
import { nameOf } from './own-answers.ts';
import { overviewCall, startCall } from './screen-calls.ts';

const idPattern = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/**
 * The lines of a screen's own call (contract §8, Screens). `answerPart` answers each of its calls as if the page had sent it; a
 * call without an answer, or with one that is not JSON, has no line.
 */
export async function linesOf(
  screenCall: CaughtCall,
  authorities: readonly string[],
  answerPart: (part: CaughtCall, name: string) => Promise<void>,
): Promise<string> {
  const { pathname, searchParams, href } = new URL(screenCall.url);
  const [merchantId = '', applicationId = ''] = pathname.match(idPattern) ?? [];
  const { from = '', to = '', today = '' } = Object.fromEntries(searchParams);
  const asked = { merchantId, applicationId, from, to, today };
  const calls = pathname.endsWith('/start') ? startCalls(asked, authorities) : overviewCalls(asked, authorities);
  const lines: string[] = [];
  const answerOne = async (call: string): Promise<void> => {
    const url = href.replace(/(?<=\/api\/).*/, '') + call;
    const name = nameOf('GET', call.replace(/\?.*/, ''));
    const ask = (): Promise<string> => screenCall.askOther(url, headersOf(name, call));
    const answer: CaughtCall['answer'] = async (status, body, own) => {
      const retryAfter = own?.['retry-after'];
      if (isJson(body))
        lines.push(`${JSON.stringify({ call, status, retryAfter, body: JSON.parse(body) as unknown })}\n`);
    };
    const release = async (): Promise<void> => answer(200, await ask());
    await answerPart({ ...screenCall, url, ask, answer, release, cut: async () => undefined }, name);
  };
  await Promise.all(calls.map(answerOne));
  return lines.join('');
}

export const isScreenCall = (name: string): boolean => name === startCall || name === overviewCall;

/** The headers that differ between the calls (§7 Common). */
function headersOf(name: string, call: string): Record<string, string> {
  const endpoint = Object.values<AnyEndpoint>(endpoints).find(
    ({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}` === name,
  );
  const applicationId = call.includes('application')
    ? call.match(idPattern)?.at(call.startsWith('merchants') ? 1 : 0)
    : undefined;
  return {
    accept: mediaType(endpoint?.version ?? 'v0.7'),
    ...(applicationId && { [applicationIdHeader]: applicationId }),
  };
}

function isJson(body: string): boolean {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}

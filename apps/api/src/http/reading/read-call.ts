import { applicationIdHeader } from '@volume/contract/headers.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { Id } from '@volume/contract/ids.ts';
import type * as z from 'zod/mini';
import { decode } from './describe-issue.ts';
import { Problem } from '#core/problem.ts';
import { maxBodyBytes, readBody } from './read-body.ts';
import { refuseAnnounced } from './read-text.ts';

export type ReadCall = {
  params: unknown;
  query: unknown;
  body: unknown;
  /** The `x-application-id` header, null when absent. */
  applicationId: string | null;
  /** The query as it came, for ids named where the endpoint takes none. */
  rawQuery: Record<string, string[]>;
};

const control = /[\u0000-\u001f\u007f]/;

/** Reads every part of a call by the endpoint's schemas; 400 names the field that is wrong. */
export async function readCall(
  endpoint: AnyEndpoint,
  given: { params: Record<string, string>; query: Record<string, string[]>; request: Request },
): Promise<ReadCall> {
  const query = Object.fromEntries(
    Object.entries(given.query).map(([key, texts]) => [key, texts.length === 1 ? texts[0] : texts]),
  );
  refuseControl(given.params);
  refuseControl(given.query);
  const header = given.request.headers.get(applicationIdHeader);
  const applicationId = header === null ? null : String(part(Id, header, applicationIdHeader));
  const params = endpoint.params && part(endpoint.params, given.params, 'path');
  const parsedQuery = endpoint.query && part(endpoint.query, query, 'query');
  if (!endpoint.body) refuseAnnounced(given.request, maxBodyBytes);
  const body = endpoint.body && part(endpoint.body, await readBody(given.request), 'body');
  return { params, query: parsedQuery, body, applicationId, rawQuery: given.query };
}

function part(schema: z.ZodMiniType, value: unknown, whole: string): unknown {
  const read = decode(schema, value, whole);
  if ('sentence' in read) throw new Problem(400, read.sentence);
  return read.value;
}

function refuseControl(texts: Record<string, string | string[]>): void {
  for (const [key, value] of Object.entries(texts)) {
    const isHostile = [key, value].flat().some((text) => control.test(text) || !text.isWellFormed());
    if (isHostile) throw new Problem(400, `${control.test(key) ? 'query' : key} holds a character that is not allowed`);
  }
}

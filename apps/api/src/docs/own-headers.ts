import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { docsOf } from '@volume/contract/docs.ts';
import { idempotencyKeyHeader, ifMatchHeader, stepUpHeader } from '@volume/contract/headers.ts';

/** A header that some calls need in addition to the headers of every call. */
export interface OwnHeader {
  name: string;
  isRequired: boolean;
  type: string;
  meaning: string;
}

/** The headers that a call needs in addition to those of every call (contract §1, §8, §11). */
export function ownHeadersOf(endpoint: AnyEndpoint): readonly OwnHeader[] {
  const { isIdempotent, stepUp, comparesVersions } = endpoint;
  const { stepUpFor, versionIs } = docsOf(endpoint);
  const headers: OwnHeader[] = [];
  if (isIdempotent) headers.push(idempotencyKey);
  if (stepUp) headers.push(stepUpToken(stepUp === 'always', stepUpFor));
  if (comparesVersions) headers.push(ifMatch(versionIs));
  return headers;
}

const idempotencyKey: OwnHeader = {
  name: idempotencyKeyHeader,
  isRequired: true,
  type: 'UUID',
  meaning: 'One for each thing you mean to do; the same one when you try it again.',
};

const stepUpToken = (isRequired: boolean, what = ''): OwnHeader => ({
  name: stepUpHeader,
  isRequired,
  type: 'text',
  meaning: `A stepUpToken of this session${isRequired ? '' : `, needed for ${what}`}; without it 403 STEP_UP_REQUIRED.`,
});

const ifMatch = (version = ''): OwnHeader => ({
  name: ifMatchHeader,
  isRequired: false,
  type: 'text',
  meaning: `The ${version}, as you read it. If the value has changed since: 409 CHANGED_MEANWHILE, and nothing is saved. Without this header the last write wins.`,
});

/** Whether a call is made with the basic credentials of the sandbox instead of a token (§7, Sign-up). */
export function takesBasicCredentials({ name }: Pick<AnyEndpoint, 'name'>): boolean {
  return name === 'signUp';
}

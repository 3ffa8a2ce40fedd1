import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { takesApiKeys } from '#docs/takes-api-keys.ts';
import { webhookTag } from '#docs/webhook-operations.ts';

/** A page of the reference; its name is that of a tag group in the OpenAPI document. */
export interface ReferencePart {
  name: string;
  /** Below `{base address}/docs`. */
  path: string;
  /** The statuses whose responses are expanded; the others expand on click. */
  expandResponses: string;
}

const forServers: ReferencePart = { name: 'Your server', path: '', expandResponses: '200,201' };
const forPortal: ReferencePart = { name: 'The portal’s own calls', path: '/portal', expandResponses: '' };

/** Two pages: the renderer would draw 63,000 elements on one, of which a merchant's server needs a tenth. */
export const referenceParts: readonly ReferencePart[] = [forServers, forPortal];

const keyTag = 'Calls by key';
const byKey =
  'What a merchant’s own server calls, with a key of its application. A person’s token opens these calls too.';

function aboutTag(name: string): string {
  if (name === keyTag) return byKey;
  if (name === webhookTag) return 'What we send to a merchant’s server, at the addresses that it sets.';
  return `The portal’s own calls below \`${name.toLowerCase()}\`.`;
}

/** The tag of an endpoint: one for all that accept keys, the others by their noun. */
export function tagOf({ access, path }: AnyEndpoint): string {
  if (takesApiKeys(access)) return keyTag;
  const noun = path.split('/')[0] ?? path;
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

/** The address of an endpoint in the reference, below `{base address}/docs`. */
export function placeOf(endpoint: AnyEndpoint): string {
  const { path } = takesApiKeys(endpoint.access) ? forServers : forPortal;
  return `${path}#tag/${tagOf(endpoint).replaceAll(' ', '-')}/operation/${endpoint.method}/${endpoint.path}`;
}

export function tagsOf(endpoints: readonly AnyEndpoint[]) {
  const own = [...new Set(endpoints.map(tagOf))].filter((tag) => tag !== keyTag);
  const ofServers = [keyTag, webhookTag];
  return {
    tags: [...ofServers, ...own].map((name) => ({ name, description: aboutTag(name) })),
    'x-tagGroups': [
      { name: forServers.name, tags: ofServers },
      { name: forPortal.name, tags: own },
    ],
  };
}

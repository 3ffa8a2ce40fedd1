import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { stepUpHeader } from '@volume/contract/headers.ts';
import { openApi } from './open-api.ts';
import { takesApiKeys } from './takes-api-keys.ts';

interface Operation {
  security: object[];
  parameters: { name?: string }[];
}

/** The OpenAPI 3.1 document for a merchant's server: the calls that its keys open, and the webhooks. */
export function merchantOpenApi(endpoints: readonly AnyEndpoint[], baseUrl: string): Record<string, unknown> {
  const whole = openApi(
    endpoints.filter(({ access }) => takesApiKeys(access)),
    baseUrl,
  );
  const { 'x-tagGroups': _, ...rest } = whole;
  const { securitySchemes, responses, examples, schemas } = rest['components'] as Record<
    string,
    Record<string, unknown>
  >;
  const { applicationId, applicationSecret, oauth } = securitySchemes ?? {};
  return {
    ...rest,
    info: { ...(rest['info'] as object), title: 'Volume API for merchants' },
    paths: mapEach(rest['paths'] as Paths, (methods) => mapEach(methods, byKey)),
    components: { securitySchemes: { applicationId, applicationSecret, oauth }, responses, examples, schemas },
  };
}

type Paths = Record<string, Record<string, Operation>>;

/** A key cannot make a step-up, and needs no token. */
function byKey(operation: Operation): Operation {
  return {
    ...operation,
    security: operation.security.filter((each) => !Object.hasOwn(each, 'bearer')),
    parameters: operation.parameters.filter(({ name }) => name !== stepUpHeader),
  };
}

const mapEach = <T, R>(record: Record<string, T>, change: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));

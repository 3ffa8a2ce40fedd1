import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { callerType, callerTypeHeader, mediaType } from '@volume/contract/headers.ts';
import { exampleBody } from '#docs/example-body.ts';
import { ownHeadersOf, takesBasicCredentials } from '#docs/own-headers.ts';

/** A command that makes the call; ids, the token and what proves somebody are left to fill in. */
export function exampleCurl(endpoint: AnyEndpoint, baseUrl: string): string {
  const { method, path, body, version } = endpoint;
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${baseUrl}/api/${path}'`,
    `-H 'accept: ${mediaType(version)}'`,
    `-H '${callerTypeHeader}: ${callerType}'`,
    ...proofOf(endpoint),
    ...ownHeadersOf(endpoint)
      .filter(({ isRequired }) => isRequired)
      .map(({ name, type }) => `-H "${name}: ${type === 'UUID' ? '$(uuidgen)' : '$STEP_UP_TOKEN'}"`),
    ...(body ? [`-H 'content-type: ${mediaType(version)}'`, `-d '${JSON.stringify(exampleBody(endpoint))}'`] : []),
  ];
  return lines.join(' \\\n  ');
}

function proofOf(endpoint: AnyEndpoint): string[] {
  if (takesBasicCredentials(endpoint)) return ['-u "$SIGN_UP_EMAIL:$SIGN_UP_PASSWORD"'];
  return endpoint.access.kind === 'public' ? [] : [`-H "authorization: Bearer $TOKEN"`];
}

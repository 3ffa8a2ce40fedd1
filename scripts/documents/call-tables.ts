import { type Access, scopesOf } from '@volume/contract/access.ts';
import type { AnyEndpoint, Origin } from '@volume/contract/endpoint.ts';
import { endpoints } from '@volume/contract/endpoints.ts';
import { type JsonSchema, wireSchema } from '#api/docs/json-schema.ts';

const marks: Record<Origin, string> = { specification: 'S', documented: 'D', ours: 'O' };
const fileTypes = {
  csv: 'text/csv',
  file: 'a file',
  pdf: 'application/pdf',
  events: 'text/event-stream',
  parts: 'application/x-ndjson',
};
const envelope = ['content', 'pageable', 'totalElements', 'numberOfElements'];
const calls: AnyEndpoint[] = Object.values(endpoints);

/** One row per call: method and path, origin, access, and summary. */
export function callTable(): string {
  const rows = calls.map((call) => {
    const status = call.status === 200 ? '' : ` (${call.status})`;
    return `| ${call.method} ${call.path} | ${marks[call.origin]} | ${who(call.access)} | ${call.summary}${status} |`;
  });
  return ['| Method and path | | Who | What |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** The input and output of every call, by field names. */
export function shapeList(): string {
  return calls
    .map(({ method, path, query, body, response, produces }) => {
      const takes = [query && `query ${shape(wireSchema(query))}`, body && shape(wireSchema(body))].filter(Boolean);
      const answer = produces !== 'json' ? fileTypes[produces] : response ? shape(wireSchema(response)) : 'nothing';
      return `- **${method} ${path}**${takes.length > 0 ? ` takes \`${takes.join(' and ')}\`,` : ''} answers \`${answer}\``;
    })
    .join('\n');
}

function who(access: Access): string {
  const writes = 'effect' in access && access.effect === 'write' ? ', writes' : '';
  const scopes = scopesOf(access).join(' or ');
  const keys = scopes && `; keys with ${scopes}`;
  switch (access.kind) {
    case 'public':
      return 'anyone';
    case 'signed-in':
      return `signed in${writes}${keys}`;
    case 'any-of':
      return `${access.authorities.join(' or ')}${writes}${keys}`;
    case 'admin':
      return `administrators${writes}`;
  }
}

function shape(schema: JsonSchema): string {
  const branches = [...new Set((schema.anyOf ?? schema.oneOf)?.map(shape))].filter((branch) => branch !== '');
  if (branches.length > 0) return branches.join(' or ');
  if (schema.items) return `[${shape(schema.items)}]`;
  const fields = Object.entries(schema.properties ?? {});
  const content = schema.properties?.['content'];
  if (content && envelope.every((name) => schema.properties?.[name])) return `page of ${shape(content.items ?? {})}`;
  if (fields.length === 0) return '';
  const named = fields.map(([name, field]) => {
    const inner = shape(field);
    return `${name}${schema.required?.includes(name) ? '' : '?'}${inner === '' ? '' : ` ${inner}`}`;
  });
  return `{${named.join(', ')}}`;
}

/** Where the capabilities of the last visit are stored. The first line has the API and the build that they are from. */
export const capabilitiesKey = 'v_capabilities_v2';

/** The name of an endpoint in the `capabilities` response, which leaves out the names of path parameters. */
export const nameOfCall = ({ method, path }: { method: string; path: string }): string =>
  `${method} ${path.replace(/\{\w*\}/g, '{}')}`;

export interface CapabilitiesSource {
  apiBaseUrl: string;
  commit: string;
}

const lineOf = ({ apiBaseUrl, commit }: CapabilitiesSource): string => `${apiBaseUrl.replace(/\/+$/, '')} ${commit}`;

export const writeCapabilities = (calls: readonly string[], source: CapabilitiesSource): string =>
  [lineOf(source), ...calls].join('\n');

/** The last answer, from any build; undefined when there is none. */
export const readCapabilities = (stored: string | null): string[] | undefined => stored?.split('\n').slice(1);

/** The last answer if this API gave it to this build, otherwise none: these calls can be made before it answers again. */
export function readOwnCapabilities(stored: string | null, source: CapabilitiesSource): string[] {
  const [line, ...calls] = stored?.split('\n') ?? [];
  return line === lineOf(source) ? calls : [];
}

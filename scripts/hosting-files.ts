import { answerHeaders } from '@volume/contract/headers.ts';

/** The data that a static host needs about a configured portal. */
export interface Hosted {
  /** The API's address; only the API knows the content of `security.txt`. */
  apiBaseUrl: string;
  /** The content security policy for its settings and build. */
  policy: string;
  isLocal: boolean;
  /** The folder with its files. */
  folder: string;
}

const forEver = 'public, max-age=31536000, immutable';

/** For error responses: a missing file can exist later, so they must not be cached. */
const never = 'no-store';

/** The headers of every file and page, with any status. */
export function hostedHeaders({ policy, isLocal }: Pick<Hosted, 'policy' | 'isLocal'>): Record<string, string> {
  return { 'content-security-policy': policy, ...answerHeaders({ isLocal }) };
}

/** `_headers`, in the format that many static hosts read. */
export function headersFile(hosted: Pick<Hosted, 'policy' | 'isLocal'>): string {
  const everywhere = { ...hostedHeaders(hosted), 'cache-control': 'no-cache' };
  const lines = Object.entries(everywhere).map(([name, value]) => `  ${name}: ${value}`);
  return ['/*', ...lines, '/assets/*', '  ! cache-control', `  cache-control: ${forEver}`, ''].join('\n');
}

/** Redirects for well-known addresses, which the API and the portal serve. */
const wellKnownRedirects = (apiBaseUrl: string): [path: string, target: string][] => [
  ['/.well-known/security.txt', `${apiBaseUrl.replace(/\/+$/, '')}/.well-known/security.txt`],
  ['/.well-known/change-password', '/change-password'],
];

/**
 * `_redirects`: the first matching line applies. Every page path returns the page, an unknown well-known address 404.
 */
export function redirectsFile({ apiBaseUrl }: Pick<Hosted, 'apiBaseUrl'>): string {
  const lines = wellKnownRedirects(apiBaseUrl).map(([path, target]) => `${path} ${target} 302`);
  return [...lines, '/.well-known/* /index.html 404', '/* /index.html 200', ''].join('\n');
}

/** A server block for nginx: pages by path, hashed files cached forever, missing ones 404, precompressed copies. */
export function nginxFile(hosted: Hosted): string {
  // A location with its own headers inherits none, so each location repeats them all.
  const headers = (indent: string, cache: string): string =>
    Object.entries({ ...hostedHeaders(hosted), 'cache-control': cache })
      .map(([name, value]) => `${indent}add_header ${name} ${JSON.stringify(value)} always;`)
      .join('\n');
  return `# include this file in the http block; put TLS in front of it or into it.
map $status $portal_asset_cache {
  default ${JSON.stringify(forEver)};
  ~^[45] ${JSON.stringify(never)};
}

server {
  listen 8080;
  root ${hosted.folder};
  charset utf-8;
  server_tokens off;
  etag on;
  absolute_redirect off;
  gzip_static on;
  gzip_vary on;
  # brotli_static on;  # where the module is there

  location /assets/ {
    # After a deploy an old page asks for files that are gone: it must hear so, not be given a page.
    try_files $uri =404;
    types { text/javascript js; text/css css; font/woff2 woff2; image/svg+xml svg; image/png png; }
${headers('    ', '$portal_asset_cache')}
  }

${nginxWellKnown(hosted.apiBaseUrl, headers('    ', never))}

  location / {
    try_files $uri /index.html;
${headers('    ', 'no-cache')}
  }

  # Written for hosts of another kind.
  location ~ ^/(_headers|_redirects)$ {
${headers('    ', never)}
    return 404;
  }
}
`;
}

function nginxWellKnown(apiBaseUrl: string, headers: string): string {
  const redirects = wellKnownRedirects(apiBaseUrl).map(
    ([path, target]) => `  location = ${path} {\n${headers}\n    return 302 ${target};\n  }\n`,
  );
  return `${redirects.join('\n')}
  # Browsers only trust change-password where an unknown address next to it is 404.
  location /.well-known/ {
    try_files $uri =404;
${headers}
  }`;
}

/** A site block for Caddy, which obtains a certificate when the name is public. */
export function caddyFile(hosted: Hosted): string {
  const headers = Object.entries(hostedHeaders(hosted))
    .map(([name, value]) => `    ${name} ${JSON.stringify(value)}`)
    .join('\n');
  return `# put the portal's name in the place of :8080, and Caddy fetches its certificate.
:8080 {
  root * ${hosted.folder}
  header {
${headers}
    -server
  }

  @hidden path /_headers /_redirects
  handle @hidden {
    error 404
  }

${caddyWellKnown(hosted.apiBaseUrl)}

  # After a deploy an old page asks for files that are gone: it must hear so, not be given a page.
  handle /assets/* {
    header cache-control "${forEver}"
    file_server {
      precompressed br gzip
    }
  }

  handle {
    header cache-control no-cache
    try_files {path} /index.html
    file_server {
      precompressed br gzip
    }
  }

${caddyErrors(headers)}
}
`;
}

function caddyWellKnown(apiBaseUrl: string): string {
  const redirects = wellKnownRedirects(apiBaseUrl).map(
    ([path, target]) => `  handle ${path} {\n    header cache-control ${never}\n    redir ${target} 302\n  }\n`,
  );
  return `${redirects.join('\n')}
  # Browsers only trust change-password where an unknown address next to it is 404.
  handle /.well-known/* {
    header cache-control ${never}
    file_server
  }`;
}

/** The headers of pages and files do not apply to errors, so they are repeated. */
const caddyErrors = (headers: string): string => `  handle_errors {
    header {
${headers.replaceAll(/^/gm, '  ')}
      cache-control ${never}
      -server
    }
    respond "{err.status_text}"
  }`;

import { answerHeaders } from '@volume/contract/headers.ts';

/** What a host has to know of one configured portal. */
export interface Hosted {
  /** The content security policy that fits its settings and its build. */
  policy: string;
  isLocal: boolean;
  /** Where its files stand. */
  folder: string;
}

const forEver = 'public, max-age=31536000, immutable';

/** What is not there today may be there tomorrow: nobody keeps that answer. */
const never = 'no-store';

/** The headers of every file and page, whatever the status. */
export function hostedHeaders({ policy, isLocal }: Pick<Hosted, 'policy' | 'isLocal'>): Record<string, string> {
  return { 'content-security-policy': policy, ...answerHeaders({ isLocal }) };
}

/** `_headers`, in the form many static hosts read. */
export function headersFile(hosted: Pick<Hosted, 'policy' | 'isLocal'>): string {
  const everywhere = { ...hostedHeaders(hosted), 'cache-control': 'no-cache' };
  const lines = Object.entries(everywhere).map(([name, value]) => `  ${name}: ${value}`);
  return ['/*', ...lines, '/assets/*', '  ! cache-control', `  cache-control: ${forEver}`, ''].join('\n');
}

/** A server block for nginx: pages by path, hashed files for ever, missing ones 404, compressed copies as they lie there. */
export function nginxFile(hosted: Hosted): string {
  // A location with headers of its own inherits none: each repeats them all.
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
  gzip_static on;
  gzip_vary on;
  # brotli_static on;  # where the module is there

  location /assets/ {
    # After a deploy an old page asks for files that are gone: it must hear so, not be given a page.
    try_files $uri =404;
    types { text/javascript js; text/css css; font/woff2 woff2; image/svg+xml svg; image/png png; }
${headers('    ', '$portal_asset_cache')}
  }

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

/** A site block for Caddy, which adds TLS by itself when the name is a public one. */
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

/** What is said of pages and files is not said of errors: they repeat it. */
const caddyErrors = (headers: string): string => `  handle_errors {
    header {
${headers.replaceAll(/^/gm, '  ')}
      cache-control ${never}
      -server
    }
    respond "{err.status_text}"
  }`;

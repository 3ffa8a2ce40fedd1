import { html, raw } from 'hono/html';
import { pageStyle } from './page-style.ts';

/** A fragment of HTML: interpolated values are escaped unless they are fragments themselves. */
export type Html = ReturnType<typeof html>;

export interface PageParts {
  status?: number;
  style?: string;
  /** Allowed targets of its forms, including redirects. */
  formAction?: string;
  lang?: string;
  /** The page's only inline script; it can call our own origin. */
  script?: string;
  /** Addresses of our script files that load before it. */
  files?: readonly string[];
  /** Quoted hashes of further style sheets that those scripts create. */
  styleHashes?: readonly string[];
  /** Allowed sources of web workers; none by default. */
  workers?: string;
  /** Seconds after which a browser without scripts reloads it. */
  refresh?: number;
  headers?: Record<string, string>;
}

/** A page with our style sheet and a policy that allows nothing else: no further script, no external file. */
export async function pageResponse(title: string, body: Html, parts: PageParts = {}): Promise<Response> {
  const { status = 200, style = pageStyle, lang = 'en', script, files = [], refresh, headers } = parts;
  const page = await html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${refresh === undefined ? null : html`<noscript><meta http-equiv="refresh" content="${refresh}" /></noscript>`}
        ${raw(`<style>${style}</style>`)}
      </head>
      <body>
        ${body} ${files.map((file) => html`<script src="${file}"></script>`)}
        ${script === undefined ? null : raw(`<script>${script}</script>`)}
      </body>
    </html>`;
  return new Response(page, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': await pagePolicy(style, parts),
      ...headers,
    },
  });
}

async function pagePolicy(style: string, parts: PageParts): Promise<string> {
  const { formAction = "'none'", script, files = [], styleHashes = [], workers } = parts;
  const scripts = [...(files.length > 0 ? ["'self'"] : []), ...(script === undefined ? [] : [await hashOf(script)])];
  const directives = [
    "default-src 'none'",
    `style-src ${[await hashOf(style), ...styleHashes].join(' ')}`,
    "font-src 'self'",
    'img-src data:',
    ...(scripts.length === 0 ? [] : [`script-src ${scripts.join(' ')}`, "connect-src 'self'"]),
    ...(workers === undefined ? [] : [`worker-src ${workers}`]),
  ];
  return [...directives, "frame-ancestors 'none'", "base-uri 'none'", `form-action ${formAction}`].join('; ');
}

async function hashOf(text: string): Promise<string> {
  const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

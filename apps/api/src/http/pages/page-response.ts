import { html, raw } from 'hono/html';
import { pageStyle } from './page-style.ts';

/** A piece of a page: what is put into it was escaped, unless it was such a piece itself. */
export type Html = ReturnType<typeof html>;

export type PageParts = {
  status?: number;
  /** The page's whole stylesheet. */
  style?: string;
  /** Where its forms may lead, redirects included. */
  formAction?: string;
};

/** A whole page with our style and a policy that lets nothing else in: no script, no file from anywhere. */
export async function pageResponse(title: string, body: Html, parts: PageParts = {}): Promise<Response> {
  const { status = 200, style = pageStyle, formAction = "'none'" } = parts;
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${raw(`<style>${style}</style>`)}
      </head>
      <body>
        ${body}
      </body>
    </html>`;
  return new Response(page, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': await pagePolicy(style, formAction),
    },
  });
}

async function pagePolicy(style: string, formAction: string): Promise<string> {
  const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(style));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  const directives = ["default-src 'none'", `style-src 'sha256-${hash}'`, 'img-src data:'];
  return [...directives, "frame-ancestors 'none'", "base-uri 'none'", `form-action ${formAction}`].join('; ');
}

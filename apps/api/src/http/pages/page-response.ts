import { Html, html } from './html.ts';
import { pageStyle } from './page-style.ts';

const style = new Html(`<style>${pageStyle}</style>`);
let policy: Promise<string> | undefined;

/** A whole page with our style and a policy that lets nothing else in: no script, no file from anywhere. */
export async function pageResponse(title: string, body: Html, status = 200): Promise<Response> {
  policy ??= pagePolicy();
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${style}
      </head>
      <body>
        ${body}
      </body>
    </html>`;
  return new Response(page.text, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': await policy,
    },
  });
}

async function pagePolicy(): Promise<string> {
  const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(pageStyle));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  const directives = ["default-src 'none'", `style-src 'sha256-${hash}'`, 'img-src data:'];
  return [...directives, "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"].join('; ');
}

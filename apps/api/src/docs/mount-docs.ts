import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import type { Context, Hono } from 'hono';
import { originOf } from '#http/pages/origin-of.ts';
import { acceptsEncoding } from '#http/replying/accepts.ts';
import type { Env } from '#http/kernel.ts';
import type { AppSettings } from '#core/services.ts';
import { guideMarkdown, llmsText } from '#docs/guides/guide-markdown.ts';
import { guidePage } from '#docs/guides/guide-page.ts';
import { pathOf } from '#docs/guides/guide.ts';
import { guides } from '#docs/guides/guides.ts';
import { changelog } from '#docs/changelog/changelog.ts';
import { referencePage, rendererPath } from '#docs/reference/reference-page.ts';
import { referenceParts } from '#docs/reference/parts.ts';
import type { Renderer } from '#docs/reference/renderer.ts';
import { merchantOpenApi } from './merchant-open-api.ts';
import { openApi } from './open-api.ts';
import { postmanCollection } from './postman.ts';

/** Returns a cached response in an encoding that `accepted` (`accept-encoding`) allows. */
type Answer = (accepted: string) => Response;

/** This machine's own names and mapped ports. */
const mostAddresses = 16;

interface Parts {
  settings: AppSettings;
  endpoints: readonly AnyEndpoint[];
  /** Draws the reference; without it, only the document and the guides are available. */
  renderer: Renderer | null;
}

/**
 * `{base address}/docs` for people, with the guides below, and `{base address}/docs/openapi.json` for machines; both
 * public (contract §2).
 */
export function mountDocs(app: Hono<Env>, { settings, endpoints, renderer }: Parts): void {
  const { basePath } = settings;
  const serve = (path: string, make: (baseUrl: string) => Response | Promise<Response>) => {
    const answer = oncePer(async (at) => storeAnswer(await make(at)));
    app.get(`${basePath}/docs${path}`, async (context) => {
      const accepted = context.req.header('accept-encoding') ?? '';
      return (await answer(`${originOf(settings, context)}${basePath}`))(accepted);
    });
  };
  for (const part of referenceParts) serve(part.path, () => referencePage(basePath, renderer, part));
  serve('/openapi.json', (at) => Response.json(openApi(endpoints, at)));
  serve('/openapi.merchant.json', (at) => Response.json(merchantOpenApi(endpoints, at)));
  serve('/postman.json', (at) => Response.json(postmanCollection(endpoints, at)));
  serve('/llms.txt', (at) => new Response(llmsText(guides, at), as('plain')));
  for (const guide of [...guides, changelog]) {
    serve(pathOf(guide), (baseUrl) => guidePage(guide, { ...settings, baseUrl }));
    serve(
      `${pathOf(guide)}.md`,
      async (baseUrl) => new Response(await guideMarkdown(guide, { ...settings, baseUrl }), as('markdown')),
    );
  }
  // Addresses that were typed by hand.
  const lead = (from: string, to: string) => app.get(from, (context) => context.redirect(`${basePath}/docs${to}`, 301));
  lead(`${basePath}/docs/`, '');
  for (const guidesPath of ['/docs/guides', '/docs/guides/']) lead(`${basePath}${guidesPath}`, '/guides/keys');
  if (basePath !== '') for (const rootPath of ['/docs', '/docs/']) lead(rootPath, '');
  if (renderer) app.get(rendererPath(basePath, renderer), (context) => rendererFile(renderer, context));
}

const as = (type: string) => ({ headers: { 'content-type': `text/${type}; charset=utf-8` } });

/** Named by its content, so it is cached for a year. */
async function rendererFile(renderer: Renderer, { req }: Context<Env>): Promise<Response> {
  const { body, encoding } = await renderer.read(req.header('accept-encoding') ?? '');
  const headers = new Headers({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-length': String(body.byteLength),
    vary: 'accept-encoding',
  });
  if (encoding) headers.set('content-encoding', encoding);
  return new Response(body, { headers });
}

/** Caches by address: both documents are long, and anyone can request them. */
function oncePer(make: (baseUrl: string) => Promise<Answer>): (baseUrl: string) => Promise<Answer> {
  const made = new Map<string, Promise<Answer>>();
  return (baseUrl) => {
    const answer = made.get(baseUrl) ?? make(baseUrl);
    // Re-inserting orders the map by last use.
    made.delete(baseUrl);
    made.set(baseUrl, answer);
    if (made.size > mostAddresses) made.delete(made.keys().next().value ?? '');
    return answer;
  };
}

/** A response can be read only once, so its bytes, plain and compressed, and its headers are stored. */
async function storeAnswer(response: Response): Promise<Answer> {
  const body = await response.arrayBuffer();
  const zipped = await new Response(new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
  const headers = { ...Object.fromEntries(response.headers), 'cache-control': 'no-store', vary: 'accept-encoding' };
  return (accepted) =>
    acceptsEncoding(accepted, 'gzip')
      ? new Response(zipped, { headers: { ...headers, 'content-encoding': 'gzip' } })
      : new Response(body, { headers });
}

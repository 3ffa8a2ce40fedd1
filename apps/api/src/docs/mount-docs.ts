import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import type { Context, Hono } from 'hono';
import type { Env } from '#http/kernel.ts';
import { pageResponse } from '#http/pages/page-response.ts';
import type { AppSettings } from '#core/services.ts';
import { docsPage } from '#docs/page/docs-page.ts';
import { openApi } from './open-api.ts';

type Answer = () => Response;

/** This machine's own names and the ports people map them to. */
const mostAddresses = 16;

/** `{base address}/docs` for people, `{base address}/docs/openapi.json` for machines; open to anyone (contract §2). */
export function mountDocs(app: Hono<Env>, settings: AppSettings, endpoints: readonly AnyEndpoint[]): void {
  const { basePath } = settings;
  const baseUrl = (context: Context<Env>) => `${originOf(settings, context)}${basePath}`;
  const page = oncePer(async (at) =>
    storeAnswer(await pageResponse('Volume API reference', docsPage(endpoints, { ...settings, baseUrl: at }))),
  );
  const document = oncePer(async (at) => storeAnswer(Response.json(openApi(endpoints, at))));
  app.get(`${basePath}/docs`, async (context) => (await page(baseUrl(context)))());
  app.get(`${basePath}/docs/openapi.json`, async (context) => (await document(baseUrl(context)))());
}

/** Any host may be named in a request: only this machine's own names, on this machine, stand in the answer. */
function originOf({ publicUrl, portalUrl, isLocal }: AppSettings, context: Context<Env>): string {
  if (publicUrl !== null) return publicUrl;
  const { hostname, origin } = new URL(context.req.url);
  const isOwnName = /^(([\w-]+\.)*localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return isLocal && isOwnName ? origin : new URL(portalUrl).origin;
}

/** Made at the first call for an address, then stored: both are long, and anyone may ask for them. */
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

/** A response can be read once; its bytes and headers make as many as are asked for. */
async function storeAnswer(response: Response): Promise<Answer> {
  const body = await response.arrayBuffer();
  const headers = { ...Object.fromEntries(response.headers), 'cache-control': 'no-store' };
  return () => new Response(body, { headers });
}

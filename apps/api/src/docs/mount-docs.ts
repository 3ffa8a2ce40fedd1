import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import type { Context, Hono } from 'hono';
import type { Env } from '#http/kernel.ts';
import { pageResponse } from '#http/pages/page-response.ts';
import type { AppSettings } from '#http/services.ts';
import { docsPage } from '#docs/page/docs-page.ts';
import { openApi } from './open-api.ts';

/** `{base address}/docs` for people, `{base address}/docs/openapi.json` for machines; open to anyone (contract §2). */
export function mountDocs(app: Hono<Env>, settings: AppSettings, endpoints: readonly AnyEndpoint[]): void {
  const { basePath, publicUrl } = settings;
  const baseUrl = (context: Context<Env>) => `${publicUrl ?? new URL(context.req.url).origin}${basePath}`;
  app.get(`${basePath}/docs`, (context) =>
    pageResponse('Volume API reference', docsPage(endpoints, { ...settings, baseUrl: baseUrl(context) })),
  );
  app.get(`${basePath}/docs/openapi.json`, (context) =>
    context.json(openApi(endpoints, baseUrl(context)), 200, { 'cache-control': 'no-store' }),
  );
}

import type { Hono } from 'hono';
import type { Env } from '#http/kernel.ts';
import type { ServePortal } from './serve-portal.ts';

/** Puts the portal beside the API: whatever is not below the API's base path and not the app's own. HEAD is answered as GET. */
export function mountPortal(app: Hono<Env>, servePortal: ServePortal, basePath: string): void {
  app.get('*', async (context, next) => {
    const isOfApi = basePath !== '' && context.req.path.startsWith(`${basePath}/`);
    return (isOfApi ? null : servePortal(context.req.raw)) ?? next();
  });
}

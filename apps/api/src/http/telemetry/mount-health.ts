import type { Hono } from 'hono';
import type { Env } from '#http/kernel.ts';
import type { Services } from '#core/services.ts';
import { errorFields } from '#core/log.ts';
import { sql } from '#database/sql.ts';

/** `/health/live` and `/health/ready` for operators, at the root whatever the base address is (contract §2). */
export function mountHealth(app: Hono<Env>, services: Services): void {
  app.get('/health/live', (context) => context.json({ status: 'live' }, 200, { 'cache-control': 'no-store' }));
  app.get('/health/ready', async (context) => {
    const isReady = await isDatabaseReady(services);
    const status = isReady ? 'ready' : 'database unavailable';
    return context.json({ status }, isReady ? 200 : 503, { 'cache-control': 'no-store' });
  });
}

async function isDatabaseReady({ database, log }: Services): Promise<boolean> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('No answer within 3 s')), 3000));
  try {
    await Promise.race([database.query(sql`SELECT 1`), late]);
    return true;
  } catch (error) {
    log.error('not ready', errorFields(error));
    return false;
  }
}

import { notFound } from '#core/problem.ts';
import type { Services } from '#core/services.ts';

/** 404 under Live, where no event that happened is signed once more as a test (decision 64). */
export function refuseUnderLive({ settings }: Pick<Services, 'settings'>): void {
  if (settings.isLive) throw notFound('This call');
}

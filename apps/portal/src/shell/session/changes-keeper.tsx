import { mayViewPayments } from '@volume/contract/access.ts';
import { useEffect } from 'react';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { usePermitted } from '#platform/session/use-session.ts';
import { readSettings } from '#platform/settings.ts';
import { whenIdle } from '#design/overlay/when-idle.ts';

/** Only the name, because the endpoint loads with the code that reads it. */
const listenForChanges = { method: 'GET', path: 'changes', origin: 'ours' } as const;

/**
 * Subscribes to pushed changes where the deployment supports them, after the page has rendered; otherwise, and under
 * test automation, pages poll (contract §11).
 */
export function ChangesKeeper() {
  const isThere = useCanDo(listenForChanges);
  const mayView = usePermitted(mayViewPayments);
  const isEnabled = isThere && mayView && !readSettings().isTestAutomation && 'locks' in navigator;
  useEffect(() => {
    if (!isEnabled) return undefined;
    let stop = () => {};
    let isOver = false;
    const begin = async () => {
      const { hearChanges } = await import('#platform/changes/hear-changes.ts');
      if (!isOver) stop = hearChanges();
    };
    const callOff = whenIdle(() => void begin().catch(() => undefined));
    return () => {
      isOver = true;
      callOff();
      stop();
    };
  }, [isEnabled]);
  return null;
}

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
export function ChangesSubscriber() {
  const isSupported = useCanDo(listenForChanges);
  const mayView = usePermitted(mayViewPayments);
  const isEnabled = isSupported && mayView && !readSettings().isTestAutomation && 'locks' in navigator;
  useEffect(() => {
    if (!isEnabled) return undefined;
    let stop = () => {};
    let isStopped = false;
    const begin = async () => {
      const { subscribeToChanges } = await import('#platform/changes/subscribe-to-changes.ts');
      if (!isStopped) stop = subscribeToChanges();
    };
    const cancel = whenIdle(() => void begin().catch(() => undefined));
    return () => {
      isStopped = true;
      cancel();
      stop();
    };
  }, [isEnabled]);
  return null;
}

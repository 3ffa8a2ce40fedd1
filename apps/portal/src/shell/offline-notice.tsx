import { useSyncExternalStore } from 'react';
import { WifiOff } from 'lucide-react';

/** Says that the device is offline, for as long as it is. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-4 z-20 grid justify-items-center px-4">
      {!isOnline && (
        <p className="m-0 flex items-center gap-2 rounded bg-ink px-3 py-2 text-paper shadow-float">
          <WifiOff aria-hidden="true" /> You are offline. Information may be out of date.
        </p>
      )}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

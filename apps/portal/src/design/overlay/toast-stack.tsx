import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '#design/icon.tsx';
import CircleAlert from 'lucide/dist/esm/icons/circle-alert.mjs';
import CircleCheck from 'lucide/dist/esm/icons/circle-check.mjs';
import { Toaster, toast } from 'sonner';
import { holdToasts, receiveToasts, type ToastMessage } from './toast.ts';

function show({ tone, title, detail }: ToastMessage): void {
  const isGood = tone === 'good';
  const icon = isGood ? <Icon of={CircleCheck} className="text-ok" /> : <Icon of={CircleAlert} className="text-bad" />;
  toast(title, { icon, description: detail });
}

const toastClasses = {
  toast:
    'flex w-(--width) gap-2.5 items-start bg-surface text-ink border border-line rounded-[10px] shadow-float px-3.5 py-3',
  icon: 'pt-0.5',
  content: 'min-w-0',
  title: 'font-strong',
  description: 'text-label text-ink-3',
};

/** The stack of toasts: 4000 ms, three in sight, 356 px wide, 14 px apart (§9); the 45 px swipe is sonner's own. Loaded on first use. */
export function ToastStack() {
  const [host] = useState(createHost);
  useEffect(() => {
    holdToasts(host);
    return () => {
      holdToasts(null);
      host.remove();
    };
  }, [host]);
  useEffect(() => receiveToasts(show), []);
  return createPortal(
    <Toaster
      duration={4000}
      visibleToasts={3}
      gap={14}
      position="bottom-right"
      style={{ '--width': '356px', fontFamily: 'inherit' } as React.CSSProperties}
      toastOptions={{ unstyled: true, classNames: toastClasses }}
    />,
    host,
  );
}

function createHost(): HTMLElement {
  const host = document.createElement('div');
  host.popover = 'manual';
  host.className = 'toasts';
  return host;
}

import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { openerProps, useOverlay } from '#design/overlay/use-overlay.ts';
import { mayViewPayments } from '@volume/contract/access.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { usePermitted } from '#platform/session/use-session.ts';
import type { FigureOf } from './explain-search.ts';
import { explanationHref } from './explanation-href.ts';

interface FigureProps {
  /** Which figure it is, with the filters that it was counted with. */
  of: FigureOf;
  /** Names the figure for screen readers: `Available in GBP · Modulr`. */
  name: string;
  /** The list or statement with exactly this sum: opened with Ctrl or ⌘, or when the API cannot explain the figure. */
  href?: string | undefined;
  align?: 'start' | 'end' | undefined;
  /** The number that the page shows: minor units, a count, or a share. The explanation says when it is out of date. */
  shows?: number | undefined;
  /** Instead of children: a text that is announced when it changes, without the figure's name. */
  announced?: string;
  children?: ReactNode;
}

/** Only the name, because pages do not need its schemas before the first press. */
const explainCall = { method: 'GET', path: 'explain', origin: 'ours' } as const;

/** Only users with the right to see payments can open the explanation of a figure. */
export function useCanExplain(): boolean {
  const canDo = useCanDo(explainCall);
  return usePermitted(mayViewPayments) && canDo;
}

const importExplanation = () => import('./explanation-popover.tsx').then((module) => module.ExplanationPopover);

/**
 * A sum, balance or count of money. A press opens its explanation (contract §8, Figures answer why). It is a plain link to its
 * list while it is unknown whether the API can explain it, so that no press is lost, and for users who are not allowed to see the
 * rows.
 */
export function Figure({ of, name, href, align = 'start', shows, announced, children }: FigureProps) {
  const canExplain = useCanExplain();
  const [isOpen, setIsOpen] = useState(false);
  const mark = useRef<HTMLAnchorElement>(null);
  // A press outside the popover closes it before the click arrives, which must not open it again.
  const wasOpen = useRef<boolean>(undefined);
  const seen = useSeen(shows);
  const id = useId();
  const close = () => setIsOpen(false);
  const { part: Explanation, load } = useOverlay(importExplanation, { isOpen, onClose: close });
  if (!canExplain && href === undefined) return children ?? announced;
  const {
    onClick: _onClick,
    type: _type,
    ...opener
  } = openerProps({ isOpen, isLoading: isOpen && Explanation === null }, load, setIsOpen);
  const noteState = () => (wasOpen.current = isOpen);
  const presses = {
    onPointerDown: noteState,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      noteState();
      pressWithSpace(event);
    },
    onClick: (event: MouseEvent) => {
      if (isForBrowser(event)) return;
      event.preventDefault();
      load();
      seen.note();
      setIsOpen(!(wasOpen.current ?? isOpen));
      wasOpen.current = undefined;
    },
  };
  return (
    <>
      <a
        ref={mark}
        href={href ?? explanationHref(of)}
        className={canExplain ? 'figure' : 'hover:underline'}
        {...(canExplain && { role: 'button', ...opener, ...presses })}
        {...(announced !== undefined && { 'aria-label': `${name} ${announced}` })}
      >
        {announced ?? (
          <>
            <span className="sr-only">{name}</span> {children}
          </>
        )}
      </a>
      {Explanation !== null && (
        <Explanation {...{ id, of, isOpen, align }} seen={seen.now} title={name} button={mark} onClose={close} />
      )}
    </>
  );
}

/** The number that a page shows, and since when (milliseconds). */
export interface Seen {
  value: number;
  since: number;
}

/** `note` keeps the time at which the page first showed the number. */
function useSeen(value: number | undefined) {
  const appeared = useRef(0);
  const [since, setSince] = useState(0);
  useEffect(() => {
    appeared.current = Date.now();
  }, [value]);
  const now: Seen | undefined = value === undefined ? undefined : { value, since };
  return { now, note: () => setSince(appeared.current) };
}

const isForBrowser = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  ctrlKey || metaKey || shiftKey || altKey;

/** A link listens to Enter, a button to Space too. */
function pressWithSpace(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}

import { createContext, type ReactNode, type Ref, type RefCallback, useCallback, useContext } from 'react';
import { OverlayHost } from '#design/overlay/overlay-host.ts';

/** A control of the current page that does or opens something. */
export interface PageAction {
  element: HTMLElement;
  /** The single key that presses it. */
  shortcut: string | undefined;
  disabledReason: string | undefined;
  /** Has only its key; the palette does not list it. */
  isUnlisted: boolean;
}

const drawn = new Set<PageAction>();

/** The actions of the page in front, in the page's order. */
export function pageActions(): PageAction[] {
  const follows = (one: PageAction, other: PageAction) =>
    one.element.compareDocumentPosition(other.element) & Node.DOCUMENT_POSITION_FOLLOWING;
  return [...drawn].toSorted((one, other) => (follows(one, other) ? -1 : 1));
}

const InPageActions = createContext(false);

/** Makes the buttons and links inside it page actions, except those in an overlay that one of them opens. */
export const PageActions = ({ children }: { children: ReactNode }) => <InPageActions value>{children}</InPageActions>;

interface Described<T> {
  shortcut?: string | undefined;
  disabledReason?: string | undefined;
  /** Also receives the element. */
  ref?: Ref<T> | undefined;
}

/** The ref of a control that becomes a page action, inside `PageActions` or when it has a shortcut. */
export function usePageAction<T extends HTMLElement>({
  shortcut,
  disabledReason,
  ref,
}: Described<T>): Ref<T> | undefined {
  const isInOverlay = useContext(OverlayHost) !== null;
  const isListed = useContext(InPageActions) && !isInOverlay;
  const register = useCallback<RefCallback<T>>(
    (element) => {
      if (element === null) return undefined;
      const action = { element, shortcut, disabledReason, isUnlisted: !isListed };
      drawn.add(action);
      setRef(ref, element);
      return () => {
        drawn.delete(action);
        setRef(ref, null);
      };
    },
    [shortcut, disabledReason, isListed, ref],
  );
  return isListed || (shortcut !== undefined && !isInOverlay) ? register : ref;
}

function setRef<T>(ref: Ref<T> | undefined, element: T | null): void {
  if (typeof ref === 'function') ref(element);
  else if (ref) ref.current = element;
}

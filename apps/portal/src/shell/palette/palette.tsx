import { QueryClientProvider } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { Icon } from '#design/icon.tsx';
import History from 'lucide/dist/esm/icons/rotate-ccw-clock.mjs';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type PageAction, pageActions } from '#design/controls/page-actions.tsx';
import { CommandPanel } from '#design/overlay/command-panel.tsx';
import { isOverlayOpen } from '#design/overlay/use-overlay.ts';
import { currentApplicationId } from '#platform/hrefs.ts';
import { openPage } from '#shell/routing/link-clicks.ts';
import { portalQueryClient } from '#shell/routing/signed-in.ts';
import { matchItems, type PaletteGroup, type PaletteItem } from './palette-item.ts';
import { actionItems } from './actions.tsx';
import { useDocs } from '#platform/calls/capabilities.ts';
import { helpItems, placeItems } from './places.tsx';
import { readRecent, rememberRecent } from './recent.ts';
import { type FoundPayments, useFoundPayments } from './use-found-payments.tsx';
import { useApplications, useMerchants, useStatements } from './use-switches.tsx';
import CornerDownLeft from 'lucide/dist/esm/icons/corner-down-left.mjs';

interface PaletteProps {
  isOpen: boolean;
  onClose: () => void;
}

/** All pages and actions that can be reached from here, found by typing (interface, Frame). */
export function Palette(props: PaletteProps) {
  return (
    <QueryClientProvider client={portalQueryClient()}>
      <PaletteOverPage {...props} />
    </QueryClientProvider>
  );
}

function PaletteOverPage({ isOpen, onClose }: PaletteProps) {
  const router = useRouter();
  const [text, setText] = useState('');
  const { setChosen, takeChosen } = useChosen(isOpen);
  const go = (href: string) => {
    // Mail is not ours to route.
    if (href.startsWith('/')) openPage(router, href);
    else window.location.assign(href);
  };
  const { groups, payments } = useGroups(text, isOpen, go);
  const choose = (item: PaletteItem, isAside: boolean) => {
    const { action, name } = item;
    if ('href' in action && name) rememberRecent({ name, href: action.href });
    if ('href' in action && isAside) window.open(action.href, '_blank', 'noopener');
    else setChosen(item);
    onClose();
  };
  const follow = () => {
    setText('');
    // Waits until the focus is back in the page, so that an overlay opened by the action can take it. Does nothing if another overlay
    // was opened in the meantime.
    requestAnimationFrame(() => {
      const action = takeChosen()?.action;
      if (!action || isOverlayOpen()) return;
      if ('href' in action) go(action.href);
      else if ('run' in action) action.run();
      else pressButton(action.press);
    });
  };
  return (
    <CommandPanel
      title="Find a payment or a page"
      placeholder="Payment, page or action"
      note={noteOf(text, groups, payments)}
      said={saidOf(groups, payments)}
      isBusy={payments.isBusy}
      onText={setText}
      onChoose={choose}
      onClosed={follow}
      {...{ isOpen, onClose, text, groups }}
    />
  );
}

function pressButton(button: HTMLElement): void {
  button.focus();
  button.click();
}

/** The chosen item until it is followed. Escape cancels it, and so does opening the palette again. */
function useChosen(isOpen: boolean) {
  const chosen = useRef<PaletteItem>(undefined);
  useEffect(() => {
    if (isOpen) chosen.current = undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') chosen.current = undefined;
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOpen]);
  return {
    setChosen: (item: PaletteItem) => {
      chosen.current = item;
    },
    takeChosen: () => {
      const item = chosen.current;
      chosen.current = undefined;
      return item;
    },
  };
}

const mostFound = 6;

function useGroups(text: string, isOpen: boolean, go: (href: string) => void) {
  const place = useLocation();
  const payments = useFoundPayments(isOpen ? text : '', place.pathname.startsWith('/admin'));
  const applications = useApplications(place, isOpen);
  const merchants = useMerchants(isOpen && text.trim() !== '', go);
  const statements = useStatements(isOpen && text.trim() !== '');
  const help = helpItems(useDocs(isOpen));
  const groups: PaletteGroup[] = isOpen ? localGroups(text, { applications, merchants, statements, help }) : [];
  return {
    payments,
    groups: [...groups, { title: 'Payments', items: payments.items }].filter(({ items }) => items.length > 0),
  };
}

function localGroups(
  text: string,
  found: Record<'applications' | 'merchants' | 'statements' | 'help', PaletteItem[]>,
): PaletteGroup[] {
  const search = { applicationId: currentApplicationId() };
  const screens = placeItems(search);
  const actions = { title: 'On this page', items: readPageActions() };
  if (text.trim() === '') {
    return [
      { title: 'Recent', items: readRecent().map(recentItem) },
      actions,
      { title: 'Go to', items: screens.filter(({ id }) => !id.startsWith('settings-')) },
      { title: 'Applications', items: found.applications.slice(0, mostFound) },
      { title: 'Help', items: found.help },
    ];
  }
  return [
    { ...actions, items: matchItems(actions.items, text) },
    { title: 'Go to', items: matchItems([...screens, ...found.statements, ...found.help], text) },
    // The actions of the current page are shown among the others.
    { title: 'Do', items: matchItems(actionItems(search), text).filter((item) => !isAmong(actions.items, item)) },
    { title: 'Applications', items: matchItems(found.applications, text).slice(0, mostFound) },
    { title: 'Merchants', items: matchItems(found.merchants, text).slice(0, mostFound) },
  ];
}

const isAmong = (items: readonly PaletteItem[], { label }: PaletteItem): boolean =>
  items.some((item) => item.label === label);

const recentItem = ({ name, href }: { name: string; href: string }): PaletteItem => ({
  id: `recent-${name}`,
  label: name,
  words: name,
  name,
  icon: <Icon of={History} />,
  action: { href },
});

function noteOf(text: string, groups: readonly PaletteGroup[], payments: FoundPayments): ReactNode {
  const { isBusy, retry, refusal } = payments;
  if (isBusy) return 'Searching payments…';
  if (refusal !== undefined) return <span role="status">{refusal}</span>;
  if (retry) {
    return (
      <span role="alert">
        Payments could not be searched.{' '}
        <button type="button" className="text-act underline underline-offset-2" onClick={retry}>
          Retry
        </button>
      </span>
    );
  }
  if (groups.length > 0) return undefined;
  return (
    <span>
      No results for <bdi className="text-ink [overflow-wrap:anywhere]">“{text.trim()}”</bdi>. Payments are found by
      payer, reference, order, amount or id.
    </span>
  );
}

function saidOf(groups: readonly PaletteGroup[], { isBusy }: FoundPayments): string {
  if (isBusy) return 'Searching payments';
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  return count === 0 ? 'No results' : count === 1 ? '1 result' : `${count} results`;
}

/** The actions of the page in front that can be seen, by the names they have there. */
function readPageActions(): PaletteItem[] {
  const items = pageActions()
    .filter(({ element, isUnlisted }) => !isUnlisted && (element.checkVisibility?.() ?? true))
    .map(toItem);
  return items.filter(({ words }, at) => words !== '' && items.findIndex((item) => item.words === words) === at);
}

function toItem({ element, shortcut, disabledReason }: PageAction): PaletteItem {
  const name = element.getAttribute('aria-label') ?? element.textContent.trim();
  return {
    id: `action-${name}`,
    label: name,
    words: name,
    icon: <Icon of={CornerDownLeft} />,
    hint: shortcut && <kbd className="key">{shortcut}</kbd>,
    disabledReason,
    action: { press: element },
  };
}

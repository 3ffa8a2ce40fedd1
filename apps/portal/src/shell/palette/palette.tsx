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

function PaletteOverPage({ onClose }: PaletteProps) {
  const router = useRouter();
  const [text, setText] = useState('');
  const chosen = useRef<PaletteItem>(undefined);
  const go = (href: string) => {
    // Mail is not ours to route.
    if (href.startsWith('/')) openPage(router, href);
    else window.location.assign(href);
  };
  const { groups, payments } = useGroups(text, go);
  const choose = (item: PaletteItem, isAside: boolean) => {
    const { action, name } = item;
    if ('href' in action && name) rememberRecent({ name, href: action.href });
    if ('href' in action && isAside) window.open(action.href, '_blank', 'noopener');
    else chosen.current = item;
    onClose();
  };
  useEffect(
    () => () => {
      const action = chosen.current?.action;
      if (action) afterClosing(() => follow(action, go));
    },
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it closes
    [],
  );
  return (
    <CommandPanel
      title="Find a payment or a page"
      placeholder="Payment, page or action"
      note={noteOf(text, groups, payments)}
      said={saidOf(groups, payments)}
      isBusy={payments.isBusy}
      onText={setText}
      onChoose={choose}
      {...{ onClose, text, groups }}
    />
  );
}

/** Runs once the focus is back in the page, so that an overlay can take it, unless Escape is pressed or another overlay opens before. */
function afterClosing(run: () => void): void {
  const cancel = new AbortController();
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && cancel.abort(), cancel);
  requestAnimationFrame(() => {
    if (!cancel.signal.aborted && !isOverlayOpen()) run();
    cancel.abort();
  });
}

function follow(action: PaletteItem['action'], go: (href: string) => void): void {
  if ('href' in action) go(action.href);
  else if ('run' in action) action.run();
  else {
    action.press.focus();
    action.press.click();
  }
}

const mostFound = 6;

function useGroups(text: string, go: (href: string) => void) {
  const place = useLocation();
  const payments = useFoundPayments(text, place.pathname.startsWith('/admin'));
  const applications = useApplications(place);
  const merchants = useMerchants(text.trim() !== '', go);
  const statements = useStatements(text.trim() !== '');
  const help = helpItems(useDocs());
  const groups: PaletteGroup[] = localGroups(text, { applications, merchants, statements, help });
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

import { environmentLabel } from '@volume/contract/portal/environment.ts';
import { Icon } from '#design/icon.tsx';
import Menu from 'lucide/dist/esm/icons/menu.mjs';
import PanelLeft from 'lucide/dist/esm/icons/panel-left.mjs';
import Search from 'lucide/dist/esm/icons/search.mjs';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useState } from 'react';
import { BrandName, EnvironmentBadge, LogoMark } from '#design/brand/brand.tsx';
import { NameInBar } from '#design/layout/page-header.tsx';
import { openPalette } from '#design/layout/palette-opener.ts';
import { Sheet } from '#design/overlay/sheet.tsx';
import { formatDateTime, zoneName } from '#design/text/format-date.ts';
import { setPreference, useNow, usePreferences, useZone } from '#platform/preferences.ts';
import { useSession } from '#platform/session/use-session.ts';
import { readSettings } from '#platform/settings.ts';
import { selfQuery } from '#features/users/self-query.ts';
import { Watchers } from '#shell/watchers.tsx';
import { LazyBell } from './lazy-bell.tsx';
import { UserMenu } from './user-menu.tsx';
import CircleHelp from 'lucide/dist/esm/icons/circle-question-mark.mjs';
import { MenuButton } from '#design/overlay/menu-button.tsx';
import type { helpEntries } from './help-entries.ts';
import { useDocs } from '#platform/calls/capabilities.ts';

interface FrameProps {
  /** The page's name, shown in the phone header. */
  page: string;
  /** The phone menu closes when it changes. */
  pathname: string;
  /** The merchant and application for the print header. */
  place?: string | undefined;
  navigation: ReactNode;
  children: ReactNode;
}

/**
 * The layout of every signed-in page: a sidebar with the navigation, which can be collapsed to icons and is a sheet on
 * phones, and the page.
 */
export function Frame({ page, pathname, place, navigation, children }: FrameProps) {
  const { isNavFolded } = usePreferences();
  const environment = environmentLabel(readSettings().apiBaseUrl);
  return (
    <div
      // Styles parts of the sidebar through `in-data-folded:`.
      data-folded={isNavFolded || undefined}
      className="grid min-h-dvh wide:grid-cols-[236px_minmax(0,1fr)] wide:data-folded:grid-cols-[60px_minmax(0,1fr)] print:block phone:grid-cols-[minmax(0,1fr)] phone:grid-rows-[auto_1fr]"
    >
      <aside className="sticky top-0 flex h-dvh flex-col gap-[18px] overflow-y-auto border-r border-line px-3 pt-[18px] pb-3 phone:hidden print:hidden">
        <Top isFolded={isNavFolded} badge={<EnvironmentBadge environment={environment} />} />
        {navigation}
        <div className="relative mt-auto">
          {/* Next to Help; above it when the sidebar is collapsed, where the footer grows upwards. */}
          <div className="absolute top-0.5 right-1 in-data-folded:static in-data-folded:flex in-data-folded:justify-center">
            <LazyBell place="side" />
          </div>
          <HelpMenu />
          <UserMenu />
        </div>
      </aside>
      <PhoneTop pathname={pathname} page={page} badge={<EnvironmentBadge environment={environment} />}>
        {navigation}
        <div className="mt-auto">
          <HelpMenu />
          <UserMenu />
        </div>
      </PhoneTop>
      <main
        id="main"
        tabIndex={-1}
        className="frame mx-auto w-full max-w-[1440px] min-w-0 px-9 pt-[22px] pb-16 outline-none print:max-w-none print:p-0 phone:px-4 phone:pt-4 phone:pb-12"
      >
        <PrintLine place={place} />
        <NameInBar value={page}>{children}</NameInBar>
      </main>
      <Watchers />
    </div>
  );
}

/** Printed only: merchant and application, who prints it and when, and the time zone. */
const PrintLine = memo(function PrintLine({ place }: { place: string | undefined }) {
  const zone = useZone();
  const now = new Date(useNow());
  const session = useSession();
  // The name where a page has loaded it (§6: never for administrators), otherwise the email address.
  const { data: self } = useQuery({ ...selfQuery(), enabled: false });
  const email = session.kind === 'none' ? '' : session.kind === 'admin' ? session.adminEmail : session.email;
  return (
    <p className="m-0 mb-5 hidden justify-between gap-4 border-b border-line-2 pb-2 text-label print:flex">
      <bdi className="font-strong">{place ?? 'Volume'}</bdi>
      <span>
        Printed {formatDateTime(now.toISOString(), zone, 'full')}
        {email !== '' && <bdi className="printed" title={` by ${self?.name?.trim() || email}`} />} · Times in{' '}
        {zoneName(zone)}
      </span>
    </p>
  );
});

function Top({ isFolded, badge }: { isFolded: boolean; badge: ReactNode }) {
  return (
    <div className="flex items-center gap-1 pl-2 in-data-folded:flex-col in-data-folded:gap-2.5 in-data-folded:pl-0">
      <div className="flex-1 in-data-folded:hidden">
        <BrandName>{badge}</BrandName>
      </div>
      <div className="hidden in-data-folded:block">
        <LogoMark />
      </div>
      <button
        type="button"
        aria-label="Side navigation"
        aria-expanded={!isFolded}
        onClick={() => setPreference('isNavFolded', !isFolded)}
        className="grid size-7 place-items-center rounded-medium text-ink-3 hover:bg-hover hover:text-ink"
      >
        <Icon of={PanelLeft} />
      </button>
    </div>
  );
}

type PhoneTopProps = Pick<FrameProps, 'page' | 'pathname' | 'children'> & { badge: ReactNode };

/** The header on phones, with the navigation as a sheet that closes when the page changes. */
export function PhoneTop({ page, pathname, badge, children }: PhoneTopProps) {
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === pathname;
  return (
    <header className="flex h-12 items-center gap-1.5 border-b border-line px-2.5 wide:hidden">
      <button
        type="button"
        aria-label="Open navigation"
        aria-expanded={isOpen}
        onClick={() => setOpenAt(pathname)}
        className="grid size-9 place-items-center rounded-medium"
      >
        <Icon of={Menu} />
      </button>
      <span className="flex-1 truncate font-strong">{page}</span>
      <LazyBell place="phone" />
      <button
        type="button"
        aria-label="Search"
        onClick={openPalette}
        className="grid size-9 place-items-center rounded-medium"
      >
        <Icon of={Search} />
      </button>
      {badge}
      <Sheet isOpen={isOpen} onClose={() => setOpenAt(undefined)} title="Navigation">
        <div className="flex min-h-dvh flex-col gap-[18px] p-3">
          {/* As high as the sheet's Close button, which is at the other end. */}
          <div className="flex h-8 items-center pl-2">
            <BrandName />
          </div>
          {children}
        </div>
      </Sheet>
    </header>
  );
}

/** The help menu, on every page; its entries load on demand. */
export const HelpMenu = memo(function HelpMenu() {
  const [hasOpened, setHasOpened] = useState(false);
  const [toEntries, setToEntries] = useState<typeof helpEntries>();
  const hasDocs = useDocs(hasOpened);
  return (
    <MenuButton
      label="Help"
      align="start"
      side="top"
      loadEntries={async () => {
        setHasOpened(true);
        const help = await import('./help-entries.ts');
        setToEntries(() => help.helpEntries);
      }}
      entries={toEntries?.(hasDocs) ?? []}
      className="flex h-8 w-full items-center gap-2.5 rounded-medium px-2 text-ink-2 hover:bg-hover in-data-folded:justify-center phone:h-11"
    >
      <Icon of={CircleHelp} className="text-ink-3" />
      <span className="in-data-folded:hidden">Help</span>
    </MenuButton>
  );
});

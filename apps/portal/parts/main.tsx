import { createRoot } from 'react-dom/client';
import './parts.css';
import { ControlParts } from './control-parts.tsx';
import { DetailParts } from './detail-parts.tsx';
import { FeedbackParts } from './feedback-parts.tsx';
import { ListParts } from './list-parts.tsx';
import { EnvironmentLine } from '#design/brand/brand.tsx';
import { MenuButton } from '#design/overlay/menu-button.tsx';
import { Toaster } from '#design/overlay/toaster.tsx';

const asked = new URLSearchParams(location.search);
const themes = ['light', 'dark'];
const theme = asked.get('theme') ?? 'light';
document.documentElement.dataset['theme'] = theme;
document.documentElement.dataset['density'] = asked.get('density') ?? 'normal';
const shown = asked.get('part');

const parts = { list: ListParts, detail: DetailParts, controls: ControlParts, feedback: FeedbackParts };

function Parts() {
  return (
    <>
      <aside aria-label="Side" className="sticky top-0 overflow-y-auto border-b border-line px-9 py-2 phone:px-4">
        <MenuButton
          label="Theme"
          align="start"
          size="s"
          entries={themes.map((id) => ({ id, label: id, isChecked: id === theme, href: `?theme=${id}` }))}
        >
          Theme
        </MenuButton>
      </aside>
      <main className="mx-auto max-w-[1320px] px-9 pt-[22px] pb-16 phone:px-4 phone:pt-3.5">
        <EnvironmentLine environment="Sandbox" />
        {Object.entries(parts).map(([name, Part]) => (shown === null || shown === name) && <Part key={name} />)}
        <Toaster />
      </main>
    </>
  );
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Parts />);

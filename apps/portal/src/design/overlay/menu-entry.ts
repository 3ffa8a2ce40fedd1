import type { ReactNode } from 'react';

/** One line of a menu: an action, a place, a choice, a heading or a rule between them. */
export type MenuEntry =
  | {
      kind?: 'item';
      id: string;
      label: string;
      detail?: string | undefined;
      icon?: ReactNode;
      /** A key or a short word at the end of the line. */
      hint?: string | undefined;
      href?: string | undefined;
      onSelect?: (() => void) | undefined;
      /** Makes it a checkable entry. */
      isChecked?: boolean | undefined;
      /** The reason why it cannot be chosen, shown under its name. */
      disabledReason?: string | undefined;
      tone?: 'bad' | undefined;
    }
  | {
      kind: 'heading';
      id: string;
      label: string;
      /** With a detail, the label is a name and not a title. */ detail?: string | undefined;
    }
  | { kind: 'rule'; id: string };

import { createContext } from 'react';

/** The state that the chips of a filter bar share with it. */
interface OpenFilter {
  /** The label of the filter whose editor is open or opens. */
  label: string | undefined;
  onOpenChange: (label: string, isOpen: boolean) => void;
  /** A chip was removed: the focus goes to the button that adds filters. */
  onRemoved: () => void;
  /** A chip is on: it gets the focus that it lost when its editor closed before its value had arrived. */
  onShown: (label: string, chip: HTMLElement) => void;
}

/** Within a filter bar, a chip that is off is shown only while its editor is open. */
export const OpenFilter = createContext<OpenFilter | undefined>(undefined);

import { type ComponentType, useEffect } from 'react';
import { useOverlay } from './use-overlay.ts';

/** A dialog whose code is loaded when it first opens, and stands in the page from then on. */
export function lazyDialog<Props extends { isOpen: boolean; onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
) {
  return function LazyDialog(props: Props) {
    const { part: Loaded, want } = useOverlay(load, props);
    useEffect(() => {
      if (props.isOpen) want();
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked for once each time it opens
    }, [props.isOpen]);
    return Loaded === null ? null : <Loaded {...props} />;
  };
}

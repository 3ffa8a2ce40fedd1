import { type ComponentType, type ReactNode, useEffect, useId } from 'react';
import { Modal } from './modal.tsx';
import { useOverlay } from './use-overlay.ts';

/** A dialog whose code loads when it first opens and stays mounted from then on. */
export function lazyDialog<Props extends { isOpen: boolean; onClose: () => void }>(
  importDialog: () => Promise<ComponentType<Props>>,
) {
  return function LazyDialog(props: Props) {
    const { part: Loaded, load } = useOverlay(importDialog, props);
    useEffect(() => {
      if (props.isOpen) load();
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- loads once each time it opens
    }, [props.isOpen]);
    return Loaded === null ? null : <Loaded {...props} />;
  };
}

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons; the action last, named with its amount. */
  footer?: ReactNode;
  size?: 'm' | 'l' | undefined;
  /** False while a response is pending: then neither Escape nor a click outside closes it. */
  canClose?: boolean | undefined;
}

/** A modal dialog over the page. The focus returns to where it was before. */
export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, description, children, footer, size = 'm', canClose } = props;
  const id = useId();
  const descriptionId = description === undefined ? undefined : `${id}-description`;
  return (
    <Modal {...{ isOpen, onClose, canClose, size, descriptionId }} labelId={id} className="dialog-panel">
      <div className="flex flex-col gap-3.5 p-5">
        <h2 id={id} className="m-0 text-[16px] font-strong tracking-[-.01em]">
          {title}
        </h2>
        {description !== undefined && (
          <div id={descriptionId} className="num m-0 text-ink-3">
            {description}
          </div>
        )}
        {children}
        {footer !== undefined && <div className="dialog-actions">{footer}</div>}
      </div>
    </Modal>
  );
}

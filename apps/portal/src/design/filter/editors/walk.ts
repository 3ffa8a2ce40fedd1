import type { KeyboardEvent } from 'react';

/** Arrow keys move the focus between the controls of an editor. */
export function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')];
  const at = controls.findIndex((control) => control === document.activeElement);
  controls[(at + step + controls.length) % controls.length]?.focus();
}

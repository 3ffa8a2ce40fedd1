interface EarlyPress {
  /** The button that was pressed last, or the form that was submitted. */
  pressed?: HTMLElement | null;
  stop: AbortController;
}

declare global {
  interface Window {
    earlyPress?: EarlyPress;
  }
}

/** Part of the inline script: remembers the last press in a prerendered page until React has taken it over. Links work. */
export function rememberPress(page: HTMLElement): void {
  const early: EarlyPress = (window.earlyPress = { stop: new AbortController() });
  page.addEventListener('click', ({ target }) => (early.pressed = (target as Element).closest('button')), early.stop);
  page.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      early.pressed = event.target as HTMLFormElement;
    },
    early.stop,
  );
}

/** Repeats that press, once. For an effect of the prerendered page: by then React listens to its controls. */
export function repeatPress(): void {
  const early = window.earlyPress;
  delete window.earlyPress;
  early?.stop.abort();
  if (early?.pressed instanceof HTMLFormElement) early.pressed.requestSubmit();
  else early?.pressed?.click();
}

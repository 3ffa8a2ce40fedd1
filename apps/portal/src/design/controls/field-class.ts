/** The look of everything one types into. 16 px on phones, so that iOS does not zoom the page. */
export const fieldClass =
  'w-full rounded border border-line-2 bg-surface text-ink text-[14.5px] phone:text-[16px] h-10 px-3 placeholder:text-ink-3 ' +
  'focus:outline-2 focus:outline-act focus:-outline-offset-1 aria-invalid:border-bad read-only:bg-sunken disabled:opacity-55';

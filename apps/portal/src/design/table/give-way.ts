/** Four for columns (`givesWay`), and one for names. */
const steps = 5;

/** Leaves out columns, the least important first, until the table fits its frame (data-table.css). */
export function giveWay(frame: HTMLElement): void {
  const table = frame.firstElementChild as HTMLElement;
  const fits = (): boolean => table.offsetLeft + table.offsetWidth <= frame.clientWidth;
  frame.removeAttribute('data-short');
  let isFit = fits();
  for (let step = 1; step <= steps && !isFit; step++) {
    frame.dataset['short'] = Array.from({ length: step }, (_, at) => at + 1).join(' ');
    isFit = fits();
  }
  frame.toggleAttribute('data-fits', isFit);
}

/** Positions an element by CSS anchor positioning (float.css). The name is written out because browsers differ in its default. */
export function placeBeside(element: HTMLElement, anchor: HTMLElement): void {
  const name = `--${element.id}`;
  const names = anchor.style.getPropertyValue('anchor-name').split(', ');
  if (!names.includes(name)) anchor.style.setProperty('anchor-name', [...names, name].filter(Boolean).join(', '));
  element.style.setProperty('position-anchor', name);
}

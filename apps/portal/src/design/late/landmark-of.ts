/**
 * Where something that floats belongs in the page: the landmark its button stands in, so that those who walk by
 * landmarks find it there. Null is the body.
 */
export function landmarkOf(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>('main, nav, aside, header, [role="dialog"]') ?? null;
}

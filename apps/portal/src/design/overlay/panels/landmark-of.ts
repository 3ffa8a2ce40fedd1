interface Place {
  container?: HTMLElement;
  role?: 'region';
  'aria-label'?: string;
}

/**
 * Where something that floats belongs in the page, for those who walk by landmarks: the main part or the dialog its
 * button stands in. Beside those (a sidebar would cut it off, or be painted over) it is a landmark of its own.
 */
export function landmarkOf(element: Element | null, label: string): Place {
  const container = element?.closest<HTMLElement>('main, [role="dialog"]');
  return container === null || container === undefined ? { role: 'region', 'aria-label': label } : { container };
}

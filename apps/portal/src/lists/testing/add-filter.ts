import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Opens the editor of a filter that is off. */
export async function addFilter(label: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  await userEvent.click(
    within(screen.getByRole('dialog', { name: 'Add a filter' })).getByRole('button', { name: label }),
  );
}

import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ShopperPreview } from './brand-fields.tsx';

afterEach(cleanup);

test('previews what a customer sees first, with the coloured button of the end below it', () => {
  render(<ShopperPreview name="Harbour & Bloom" colour="#0b6e4f" mark="" />);
  const [choose, back] = [screen.getByText('Choose your bank'), screen.getByText('Return to Harbour & Bloom')];
  expect(choose.compareDocumentPosition(back)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  screen.getByText('After the payment');
});

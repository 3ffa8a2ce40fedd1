import { renderHook } from '@testing-library/react';
import { act } from 'react';
import { expect, test } from 'vitest';
import { setPreference, usePreferences, watchPreferences } from './preferences.ts';

test('resets the preferences when another tab clears the storage', () => {
  watchPreferences();
  setPreference('density', 'dense');
  const { result } = renderHook(usePreferences);
  expect(result.current.density).toBe('dense');
  act(() => {
    localStorage.clear();
    // The event has no key when the whole storage was cleared.
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
  });
  expect(result.current.density).toBe('normal');
  expect(document.documentElement.dataset['density']).toBe('normal');
});

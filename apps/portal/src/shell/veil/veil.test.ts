import { expect, test } from 'vitest';
import { toggleVeil } from './veil.ts';

test('what is marked as personal is hidden though no answer held it, and shown again when privacy mode ends', () => {
  document.body.innerHTML =
    '<p>Line 1: <bdi data-personal title="MR A CANARY">MR A CANARY</bdi> <b title="Sum">£12.50</b></p>';
  const isHidden = (selector: string) => document.querySelector(selector)?.hasAttribute('data-veiled');
  const tooltips = () => [...document.querySelectorAll('[title]')].map((each) => each.getAttribute('title'));
  toggleVeil();
  expect([isHidden('bdi'), isHidden('b'), isHidden('p')]).toEqual([true, false, false]);
  expect(tooltips()).toEqual(['hidden', 'Sum']);
  toggleVeil();
  expect(isHidden('bdi')).toBe(false);
  expect(tooltips()).toEqual(['MR A CANARY', 'Sum']);
});

test('a field that is marked as personal is hidden once something is typed there, and not while it is empty', () => {
  document.body.innerHTML = '<input data-personal value="Mr A Canary rang" /><textarea data-personal></textarea>';
  toggleVeil();
  const isHidden = (selector: string) => document.querySelector(selector)?.hasAttribute('data-veiled');
  expect([isHidden('input'), isHidden('textarea')]).toEqual([true, false]);
  toggleVeil();
  expect(isHidden('input')).toBe(false);
});

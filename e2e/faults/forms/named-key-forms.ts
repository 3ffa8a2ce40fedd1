import { namedKey } from '#e2e/faults/answers/key-answers.ts';
import { type Form, inPage, press } from './form.ts';

const withValue = { key: namedKey, value: 'the-new-key' };

export const namedKeyForms: Form[] = [
  {
    name: 'a named key',
    address: '/settings/security',
    call: 'POST merchants/{}/applications/{}/keys',
    answers: { 'POST merchants/{}/applications/{}/keys': withValue },
    reach: press('Create key…'),
    typed: { Name: 'Reports', 'Allowed addresses': '198.51.100.7' },
    action: 'Create key',
    whileUnsent: inPage('Create key'),
  },
  {
    name: 'another name of a key',
    address: '/settings/security',
    call: 'PUT merchants/{}/applications/{}/keys/{}/name',
    answers: { 'PUT merchants/{}/applications/{}/keys/{}/name': { ...namedKey, name: 'Reports' } },
    reach: press('Rename Order service…'),
    typed: { Name: 'Reports' },
    action: 'Rename',
  },
  {
    name: 'a rotated key',
    address: '/settings/security',
    call: 'POST merchants/{}/applications/{}/keys/{}/rotate',
    answers: { 'POST merchants/{}/applications/{}/keys/{}/rotate': withValue },
    reach: press('Rotate Order service…'),
    action: 'Rotate key',
    whileUnsent: inPage('Rotate key'),
  },
  {
    name: 'a revoked key',
    address: '/settings/security',
    call: 'DELETE merchants/{}/applications/{}/keys/{}',
    reach: press('Revoke Order service…'),
    action: 'Revoke key',
    hasNoBody: true,
  },
];

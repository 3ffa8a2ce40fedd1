import { beforeEach } from 'vitest';
import { receiveToasts } from '#design/overlay/toast.ts';

// Test files share their modules: a message that an earlier test sent without a toaster would appear in a later test's.
beforeEach(() => receiveToasts(() => undefined)());

import { toast as stack } from 'sonner';
import { beforeEach } from 'vitest';
import { receiveToasts } from '#design/overlay/toast.ts';

// Test files share their modules: a message that an earlier test sent without a toaster would appear in a later test's, and a
// new stack shows the messages that an earlier test's stack still showed.
beforeEach(() => {
  receiveToasts(() => undefined)();
  stack.dismiss();
});

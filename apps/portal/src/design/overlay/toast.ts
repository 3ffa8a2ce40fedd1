import { sendToast } from '#design/late/toast-queue.ts';

/** Says something in passing. Waits in a queue until the toaster stands; money errors do not belong here, they stay in the page. */
export const toast = {
  good: (title: string, detail?: string) => sendToast({ tone: 'good', title, detail }),
  bad: (title: string, detail?: string) => sendToast({ tone: 'bad', title, detail }),
};

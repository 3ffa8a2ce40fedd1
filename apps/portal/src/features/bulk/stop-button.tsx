import { useQueryClient } from '@tanstack/react-query';
import { type BulkJob, stopBulkJob } from '@volume/contract/bulk/bulk.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import { call } from '#platform/provider-api.ts';
import type { Scope } from '#platform/scope.ts';
import { useWrite } from '#platform/writes/use-write.ts';

interface StopButtonProps {
  scope: Scope;
  job: BulkJob;
  reason: string | undefined;
}

/** Stops a job before its next row, after a confirmation. */
export function StopButton({ scope, job, reason }: StopButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const queryClient = useQueryClient();
  const close = () => setIsOpen(false);
  const write = useWrite(
    (bulkJobId: string) => call(stopBulkJob, { params: { ...scope, bulkJobId } }),
    () => {
      close();
      void queryClient.invalidateQueries({ queryKey: ['bulk-jobs', scope] });
    },
  );
  return (
    <>
      <Button disabledReason={reason} onClick={() => setIsOpen(true)}>
        Stop…
      </Button>
      <ConfirmDialog
        {...{ isOpen, write }}
        onClose={close}
        title="Stop this job"
        description="Finished rows are not undone. The remaining rows are not processed; you can retry them later."
        action="Stop"
        isDangerous
        onConfirm={() => write.run(job.bulkJobId)}
        undone="The job was not stopped."
        unknown="We couldn’t confirm whether it was stopped. The page shows how far it is."
      />
    </>
  );
}

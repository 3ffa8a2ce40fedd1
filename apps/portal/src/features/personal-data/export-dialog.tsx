import { exportPersonalData } from '@volume/contract/personal-data/personal-data.ts';
import { toast } from '#design/overlay/toast.ts';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import { save } from '#lists/export/open-file.ts';
import { call } from '#platform/provider-api.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { kindLabel } from './personal-data-labels.ts';
import { useRefetch } from './personal-data-query.ts';

interface ExportDialogProps {
  email: string;
  isOpen: boolean;
  onClose: () => void;
}

/** Saves everything that is stored about a person as a JSON file. */
export function ExportDialog({ email, isOpen, onClose }: ExportDialogProps) {
  const refetch = useRefetch();
  const write = useWrite(
    (_: undefined, { stepUp }) => call(exportPersonalData, { body: { email }, stepUp }).finally(refetch),
    (file) => {
      save(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }), 'personal-data.json');
      if (file.incomplete.length === 0) toast.good('File saved', 'personal-data.json');
      else toast.bad('The file is not complete', file.incomplete.map(kindLabel).join(', '));
      onClose();
    },
  );
  return (
    <ConfirmDialog
      {...{ write, isOpen, onClose }}
      title={
        <>
          Export the data of <bdi data-personal>{email}</bdi>?
        </>
      }
      description="A JSON file with every record that names this person, without passwords and other secrets. The export is recorded in the activity."
      action="Export data"
      undone="No file was saved."
      onConfirm={() => write.run(undefined)}
    />
  );
}

import { Button } from '#design/controls/button.tsx';

export function EditorButtons({ onCancel }: { onCancel: () => void }) {
  return (
    <>
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
      <Button variant="primary" type="submit">
        Apply
      </Button>
    </>
  );
}

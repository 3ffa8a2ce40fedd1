interface SkeletonProps {
  /** CSS width, e.g. 62 (px) or '60%'. */
  width?: number | string | undefined;
  height?: number | undefined;
}

/** A grey placeholder of the same size as the content. */
export function Skeleton({ width = '100%', height = 9 }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className="breathe inline-block max-w-full rounded-small bg-line align-middle"
      style={{ width, height }}
    />
  );
}

export function SkeletonLines({ count }: { count: number }) {
  return (
    <div className="late grid gap-4 py-2" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} width={`${[70, 90, 55, 80][index % 4] ?? 60}%`} />
      ))}
    </div>
  );
}

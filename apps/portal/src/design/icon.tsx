type Shape = 'path' | 'circle' | 'ellipse' | 'line' | 'polygon' | 'polyline' | 'rect';

/** An icon as data in lucide's format. */
export type IconDrawing = readonly (readonly [shape: Shape, attributes: Readonly<Record<string, string>>])[];

/** A decorative icon next to text. Its strokes are styled in theme/classes.css. */
export function Icon({ of, className = '' }: { of: IconDrawing; className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={`icon ${className}`}>
      {of.map(([Shape, attributes], at) => (
        <Shape key={at} {...attributes} />
      ))}
    </svg>
  );
}

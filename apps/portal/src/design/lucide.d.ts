/** One icon in a file of its own; the package has no types of these. */
declare module 'lucide/dist/esm/icons/*.mjs' {
  import type { IconDrawing } from '#design/icon.tsx';
  const drawing: IconDrawing;
  export default drawing;
}

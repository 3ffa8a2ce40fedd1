/** lucide has no types for its files of single icons. */
declare module 'lucide/dist/esm/icons/*.mjs' {
  import type { IconDrawing } from '#design/icon.tsx';
  const drawing: IconDrawing;
  export default drawing;
}

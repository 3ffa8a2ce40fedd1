/** The mark: four bars of sound. */
export function LogoMark({ size = 22 }: { size?: number | undefined }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className="shrink-0">
      <rect x="3" y="9" width="3" height="6" rx="1.5" />
      <rect x="8" y="5" width="3" height="14" rx="1.5" />
      <rect x="13" y="2" width="3" height="20" rx="1.5" />
      <rect x="18" y="7" width="3" height="10" rx="1.5" />
    </svg>
  );
}

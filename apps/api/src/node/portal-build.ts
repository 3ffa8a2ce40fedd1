let building: Promise<unknown> = Promise.resolve();

/** Whoever builds the portal while the server starts says so here, before the server does. */
export function startBesideBuild(build: Promise<unknown>): void {
  building = build;
}

/** Settles once the portal's files are in place; at once where nobody builds them. */
export function portalIsBuilt(): Promise<unknown> {
  return building;
}

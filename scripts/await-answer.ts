interface Waiting {
  patienceMs: number;
  /** Stops waiting early, for example because the server process has exited. */
  isOver: () => boolean;
}

/** Requests an address ten times a second until it responds with success. Returns false after `patienceMs` or when `isOver`. */
export async function awaitAnswer(url: string, { patienceMs, isOver }: Waiting): Promise<boolean> {
  const end = Date.now() + patienceMs;
  while (Date.now() < end && !isOver()) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

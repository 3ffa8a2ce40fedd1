interface Waiting {
  patienceMs: number;
  /** Ends the waiting early: whoever should answer is gone. */
  isOver: () => boolean;
}

/** Asks an address ten times a second until it answers well; false when patience or the asked one is over. */
export async function awaitAnswer(url: string, { patienceMs, isOver }: Waiting): Promise<boolean> {
  const end = Date.now() + patienceMs;
  while (Date.now() < end && !isOver()) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

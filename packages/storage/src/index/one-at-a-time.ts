/** Runs what it is given one after the other, in the order in which it is given. A failure is its caller's alone. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined); // told to whoever waits for `next`
    return next;
  };
}

/** The time, kept current while a component shows it. Call it while the component is set up. */
export function ticker(ms: number): { readonly now: number } {
  let now = $state(Date.now());
  $effect(() => {
    const timer = setInterval(() => (now = Date.now()), ms);
    return () => clearInterval(timer);
  });
  return {
    get now() {
      return now;
    },
  };
}

let standing = $state.raw<number | null>(null);

/** While a recording is shown its time stands, at milliseconds since the Unix epoch; null: it goes on. */
export function standStill(at: number | null): void {
  standing = at;
}

/** The time of what is shown: the present, or where an imported recording ends. What was open then is open still, no longer. */
export function recordingTime(ms: number): { readonly now: number } {
  const time = ticker(ms);
  return {
    get now() {
      return standing ?? time.now;
    },
  };
}

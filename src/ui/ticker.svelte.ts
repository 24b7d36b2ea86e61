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

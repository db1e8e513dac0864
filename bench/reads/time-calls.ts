/** Some users make a call again and again for some seconds. `call` returns how long it took, in milliseconds. */
export async function timeCalls(
  call: (user: number) => Promise<number>,
  { users, seconds }: { readonly users: number; readonly seconds: number },
) {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  const ask = async (user: number) => {
    while (performance.now() < end) times.push(await call(user));
  };
  await Promise.all(Array.from({ length: users }, (_, user) => ask(user)));
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { calls: times.length, p50: at(0.5), p95: at(0.95), max: at(1) };
}

/** Works on one offer after the other. One that fails does not stop the rest; what failed can be thrown at the end. */
export async function eachOffer<One extends { readonly offer: string }>(
  all: Iterable<One>,
  work: (one: One) => Promise<unknown>,
): Promise<{ throwIfAny(): void }> {
  const failures: string[] = [];
  for (const one of all)
    try {
      await work(one);
    } catch (error) {
      failures.push(`offer ${one.offer}: ${error instanceof Error ? error.message : String(error)}`);
    }
  return {
    throwIfAny() {
      if (failures.length > 0) throw new Error(failures.join("; "));
    },
  };
}

/** Puts the metrics of several processes together. Prometheus wants all values of a metric in one place, below its name
 *  and type. The values of each text must have a label that the others do not have. */
export function mergeMetrics(texts: readonly string[]): string {
  const metrics = new Map<string, { head: Set<string>; values: string[] }>();
  for (const text of texts) {
    let current = { head: new Set<string>(), values: [] as string[] };
    for (const line of text.split("\n")) {
      const [, name] = /^# HELP (\S+)/.exec(line) ?? [];
      if (name !== undefined) {
        current = metrics.get(name) ?? { head: new Set(), values: [] };
        metrics.set(name, current);
      }
      if (line.startsWith("#")) current.head.add(line);
      else if (line !== "") current.values.push(line);
    }
  }
  return [...metrics.values()].map(({ head, values }) => `${[...head, ...values].join("\n")}\n`).join("\n");
}

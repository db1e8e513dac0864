type Entry<Kind> = { readonly at: number; readonly kind: Kind; readonly person: number; readonly order: number };

/** What happens in virtual time, earliest first, and at one time in the order in which it was added (a binary heap). */
export function createAgenda<Kind extends string>() {
  const entries: Entry<Kind>[] = [];
  let added = 0;
  const isBefore = (a: Entry<Kind>, b: Entry<Kind>) => a.at < b.at || (a.at === b.at && a.order < b.order);

  function sink(entry: Entry<Kind>) {
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      const [first, second] = [entries[left], entries[left + 1]];
      const isSecond = first && second && isBefore(second, first);
      const below = isSecond ? second : first;
      if (!below || !isBefore(below, entry)) break;
      entries[place] = below;
      place = isSecond ? left + 1 : left;
    }
    entries[place] = entry;
  }

  return {
    add(at: number, kind: Kind, person: number) {
      const entry = { at, kind, person, order: added++ };
      let place = entries.length;
      for (;;) {
        const parent = (place - 1) >> 1;
        const above = entries[parent];
        if (!above || !isBefore(entry, above)) break;
        entries[place] = above;
        place = parent;
      }
      entries[place] = entry;
    },
    next(): Entry<Kind> | undefined {
      const first = entries[0];
      const last = entries.pop();
      if (last && entries.length > 0) sink(last);
      return first;
    },
  };
}

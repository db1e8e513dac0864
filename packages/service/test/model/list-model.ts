// A model of lists without a database: the guest and the account of one person, and the lists of each.

export type Who = "guest" | "account";
export type ModelItem = { epi: number; qty: number; note: string | null; at: number; touched: boolean };
export type ModelList = {
  readonly lid: string;
  readonly type: string;
  name: string;
  note: string | null;
  status: number;
  isPublic: boolean;
  owner: Who;
  movedTo: ModelList | undefined;
  isDeleted: boolean;
  items: Map<number, ModelItem>;
};
export type Given = { epi: number; qty?: number | undefined; note?: string | undefined };
type Outcome = { status: number; list?: ModelList };

type United = { from: ModelList; into: ModelList; ofGuest: ModelItem[]; ofAccount: Map<number, ModelItem | undefined> };

const REFUSED: Outcome = { status: 400 };
const UNKNOWN: Outcome = { status: 404 };
const keyOf = (name: string) => name.trim().toLowerCase();
const copyOf = (items: Iterable<ModelItem>) => new Map([...items].map((item) => [item.epi, { ...item }]));

export function createModel({ itemsMax }: { itemsMax: number }) {
  const lists: ModelList[] = [];
  let merge: { given: ModelList[]; united: United[] } | undefined;
  let now = 0;

  const person = (who: Who): Who => (merge ? "account" : who);
  const listsOf = (who: Who) => lists.filter((list) => !list.isDeleted && !list.movedTo && list.owner === person(who));
  const reach = (lid: string) => {
    const list = lists.find((one) => one.lid === lid && !one.isDeleted);
    return list?.movedTo ?? list;
  };
  const own = (who: Who, lid: string) => {
    const list = reach(lid);
    return list && list.owner === person(who) ? list : undefined;
  };

  /** The existing list that a create would return, or the error it would get; undefined for a new list. */
  function namesake(who: Who, name: string, type: string): Outcome | undefined {
    const later = type === "sfl" ? listsOf(who).find((list) => list.type === "sfl") : undefined;
    const namesakes = listsOf(who).filter((list) => keyOf(list.name) === keyOf(name));
    const same = later ?? namesakes.find((list) => list.type === type);
    if (same) return { status: 200, list: same };
    return namesakes.length > 0 ? REFUSED : undefined;
  }

  return {
    lists: lists as readonly ModelList[],
    listsOf,
    own,
    canRead: (who: Who, lid: string) => {
      const list = reach(lid);
      return list && (list.owner === person(who) || list.isPublic) ? list : undefined;
    },
    namesake,
    /** Records a list that the service created with this lid. */
    create(who: Who, created: { lid: string; name: string; type: string; source?: ModelList | undefined }) {
      const { lid, name, type, source } = created;
      const items = copyOf(source?.items.values() ?? []);
      for (const item of items.values()) {
        item.touched = false;
        // Another shopper's copy has the products, without the notes of the owner.
        if (source?.owner !== person(who)) item.note = null;
      }
      const list: ModelList = {
        lid,
        type,
        name: name.trim(),
        note: null,
        status: 1,
        isPublic: false,
        owner: person(who),
        movedTo: undefined,
        isDeleted: false,
        items,
      };
      lists.push(list);
      return list;
    },
    update(who: Who, lid: string, changes: Partial<Pick<ModelList, "name" | "note" | "status" | "isPublic">>): Outcome {
      const list = own(who, lid);
      if (!list) return UNKNOWN;
      Object.assign(list, changes);
      return { status: 200, list };
    },
    remove(who: Who, lid: string): Outcome {
      const list = own(who, lid);
      if (!list) return UNKNOWN;
      list.isDeleted = true;
      for (const other of lists) if (other.movedTo === list) other.movedTo = undefined;
      return { status: 200, list };
    },
    change(
      who: Who,
      lid: string,
      { d, u, a }: { d: readonly number[]; u: readonly Given[]; a: readonly Given[] },
    ): Outcome {
      const list = own(who, lid);
      if (!list) return UNKNOWN;
      const items = copyOf(list.items.values());
      for (const epi of d) items.delete(epi);
      for (const given of u) {
        const item = items.get(given.epi);
        if (item) Object.assign(item, { qty: given.qty ?? item.qty, note: given.note ?? item.note, touched: true });
      }
      const fresh = a.filter(({ epi }) => !items.has(epi)).length;
      if (fresh > 0 && items.size + fresh > itemsMax) return REFUSED;
      for (const { epi, qty, note } of a) {
        const item = items.get(epi);
        if (item) Object.assign(item, { qty: qty ?? item.qty, note: note ?? item.note, touched: true });
        else items.set(epi, { epi, qty: qty ?? 1, note: note ?? null, at: (now += 1), touched: false });
      }
      list.items = items;
      return { status: 200, list };
    },
    /** Returns the items that were changed within the same second: the model cannot know which of two wins. */
    merge(): { undecided: { list: ModelList; epi: number; either: ModelItem[] }[] } {
      const undecided: { list: ModelList; epi: number; either: ModelItem[] }[] = [];
      if (merge) return { undecided };
      const ofAccount = listsOf("account");
      const ofGuest = listsOf("guest");
      merge = { given: [], united: [] };
      for (const list of ofGuest) {
        const into = ofAccount.find(
          (one) => one.type === list.type && (one.type === "sfl" || keyOf(one.name) === keyOf(list.name)),
        );
        if (!into) {
          list.owner = "account";
          merge.given.push(list);
          continue;
        }
        const before = new Map<number, ModelItem | undefined>();
        for (const item of list.items.values()) {
          const there = into.items.get(item.epi);
          before.set(item.epi, there && { ...there });
          if (!there) into.items.set(item.epi, { ...item });
          else if (there.touched || item.touched) {
            undecided.push({ list: into, epi: item.epi, either: [{ ...there }, { ...item, at: there.at }] });
          } else if (item.at > there.at) Object.assign(there, { qty: item.qty, note: item.note, touched: true });
        }
        merge.united.push({ from: list, into, ofGuest: [...list.items.values()], ofAccount: before });
        list.items = new Map();
        list.movedTo = into;
      }
      return { undecided };
    },
    undo(): Outcome {
      if (!merge) return UNKNOWN;
      for (const list of merge.given) if (!list.isDeleted) list.owner = "guest";
      for (const { from, into, ofGuest, ofAccount } of merge.united.toReversed()) {
        from.movedTo = undefined;
        from.items = copyOf(ofGuest);
        for (const [epi, before] of ofAccount) {
          if (!before) into.items.delete(epi);
          else if (into.items.has(epi)) into.items.set(epi, { ...before });
        }
      }
      merge = undefined;
      return { status: 200 };
    },
  };
}

export const newestFirst = (items: Iterable<ModelItem>) => [...items].toSorted((one, other) => other.at - one.at);

import type { Store } from "../../stores/store.ts";

/** How a shop would look. A field that is absent stays as it is; an empty one is left out. */
export type TriedLook = {
  readonly name?: string | undefined;
  readonly color?: string | undefined;
  readonly logo?: string | undefined;
};

/** The store as it would be with this look. Nothing is saved. */
export function tryLook(store: Store, { name, color, logo }: TriedLook): Store {
  const { color: savedColor, ...alerts } = store.settings.alerts ?? {};
  const { logo: savedLogo, ...shop } = store.settings.shop ?? {};
  const [nextColor, nextLogo] = [color ?? savedColor, logo ?? savedLogo];
  return {
    ...store,
    name: name || store.name,
    settings: {
      ...store.settings,
      alerts: { ...alerts, ...(nextColor ? { color: nextColor } : {}) },
      shop: { ...shop, ...(nextLogo ? { logo: nextLogo } : {}) },
    },
  };
}

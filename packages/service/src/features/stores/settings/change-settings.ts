import type { StoreTx } from "../../../platform/db/db.ts";
import { requireVersion } from "../../../platform/http/if-match.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import type { Changes } from "./merchant-settings.ts";
import { mergeSettings } from "./merge-settings.ts";
import { findSettings, lockSettings, renameStore } from "./sql.ts";

/** Changes the settings that a merchant sends. With `ifMatch`, only if nobody has changed them since that version. */
export async function changeSettings(tx: StoreTx, { name, settings }: Changes, ifMatch: string | undefined) {
  const { version } = await lockSettings(tx);
  requireVersion(ifMatch, version);
  if (name !== undefined) await renameStore(tx, name);
  await mergeSettings(tx, tx.storeId, settings);
  await announce(tx, "store.changed", {});
  if ("markets" in settings) await announce(tx, "markets.changed", { after: "0" as VariantId });
  return findSettings(tx);
}

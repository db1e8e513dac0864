import type { Seal } from "../../platform/crypto/seal.ts";
import type { StoreId } from "../../platform/ids.ts";
import type { StoreCache } from "./store-cache.ts";

/** The seal for stored answers: that of their store. It also opens what 0.1 sealed with the secret of the installation. */
export const createSealAnswers =
  (stores: StoreCache, installation: Seal) =>
  async (storeId: StoreId): Promise<Seal> => {
    const { seal } = await stores.getById(storeId);
    return { ...seal, open: (sealed, context) => seal.tryOpen(sealed, context) ?? installation.open(sealed, context) };
  };

import type { SealContext } from "../../platform/crypto/seal.ts";
import type { ConnectionId } from "../../platform/ids.ts";
import type { Store } from "../stores/store.ts";

/** How a tool is reached. It holds a key: it is stored sealed, and no call returns it. */
export type Access =
  | { readonly tool: "klaviyo"; readonly key: string }
  | {
      readonly tool: "http";
      readonly url: string;
      /** Signs the messages, as that of a webhook does. */
      readonly secret: string;
    };

const KEY_END = 4;
/** What people may see of the access. Of a URL only the host: its path may hold a secret. */
export const labelOf = (access: Access): string =>
  access.tool === "klaviyo" ? `pk_…${access.key.slice(-KEY_END)}` : new URL(access.url).host.slice(0, 300);

const contextOf = (id: ConnectionId): SealContext => ({ purpose: "marketing", owner: id });

export const sealAccess = ({ seal }: Pick<Store, "seal">, id: ConnectionId, access: Access): Buffer =>
  seal.seal(Buffer.from(JSON.stringify(access)), contextOf(id));

export const openAccess = ({ seal }: Pick<Store, "seal">, id: ConnectionId, sealed: Buffer): Access =>
  JSON.parse(seal.open(sealed, contextOf(id)).toString()) as Access;

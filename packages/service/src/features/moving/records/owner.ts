import { toEmail } from "../../../platform/text/email.ts";
import type { MovedOwner } from "../../shoppers/moving/moved-owner.ts";
import { accountRegid, guestRegid, isGuest, type Regid, toUuid } from "../../shoppers/regid.ts";
import type { Store } from "../../stores/store.ts";
import { Refused } from "../refused.ts";
import { type Fields, refuseAs } from "./fields.ts";

type Names = { readonly email: string; readonly uuid: string; readonly regid: string };
const NAMES: Names = { email: "email", uuid: "uuid", regid: "regid" };

/** The shopper of a row: an account by its email, a guest by their uuid or, from another installation, by their regid. */
export function readOwner(store: Store, fields: Fields, createdAt: string | null, names = NAMES): MovedOwner | null {
  const address = fields.text(names.email, 500, "invalid-email");
  if (address !== null) {
    const email = refuseAs("invalid-email", names.email, () => toEmail(address));
    return { regid: accountRegid(store, email), email, createdAt };
  }
  const uuid = fields.text(names.uuid, 100, "invalid-uuid");
  if (uuid !== null)
    return {
      regid: guestRegid(
        store,
        refuseAs("invalid-uuid", names.uuid, () => toUuid(uuid)),
      ),
      email: null,
      createdAt,
    };
  const regid = fields.text(names.regid, 100, "invalid-regid");
  return regid === null ? null : { regid: readRegid(regid, names.regid), email: null, createdAt };
}

export function getOwner(store: Store, fields: Fields, createdAt: string | null): MovedOwner {
  const owner = readOwner(store, fields, createdAt);
  if (!owner) throw new Refused("missing-owner");
  return owner;
}

/** As an export writes it, or as clients send it. The check in it is of the store that it comes from. */
function readRegid(text: string, field: string): Regid {
  const hex = /^[\w-]{22}$/.test(text) ? Buffer.from(text, "base64url").toString("hex") : text.toLowerCase();
  if (!/^[0-9a-f]{32}$/.test(hex) || !isGuest(hex as Regid)) throw new Refused("invalid-regid", field);
  return hex as Regid;
}

import { type Static, type TSchema, Type } from "typebox";
import { JsonMap } from "../../platform/http/wire.ts";
import { readEmail } from "../../platform/text/email.ts";
import { getRegid } from "../shoppers/regid.ts";
import type { Store } from "../stores/store.ts";
import { type Address, toAddress } from "../subscriptions/address.ts";
import type { Erased } from "./erasing/continue-erasure.ts";
import { noPersonNamed } from "./errors.ts";
import type { NamedPerson } from "./find-person.ts";

const names = {
  email: Type.Optional(Type.String({ maxLength: 500, description: "Email address of an account or of alerts" })),
  phone: Type.Optional(Type.String({ maxLength: 100, description: "Phone number of alerts, with its country code" })),
  regid: Type.Optional(Type.String({ maxLength: 2_048, description: "Regid of an account or of a guest" })),
};
/** For a program or a page that knows the id of a person, and not the address. */
const person = Type.Optional(
  Type.String({
    pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
    description: "Id of the person, as people returns it. Once they are erased, it finds nobody",
  }),
);
export const PersonIn = Type.Object({ ...names, person });
export const EraseIn = Type.Object({
  ...names,
  person,
  confirm: Type.Literal("erase", { description: "The word erase: what is deleted does not come back" }),
});

type Named = Omit<Static<typeof PersonIn>, "person"> & { readonly person?: Address | undefined };

/** Throws when nobody is named. Several names are taken for one person. */
export function readPerson(store: Store, { email, phone, regid, person: address }: Named): NamedPerson {
  if (!email && !phone && !regid && !address) throw noPersonNamed();
  return {
    ...(email ? { email: readEmail(email) } : {}),
    ...(phone ? { phone: toAddress("sms", phone).value } : {}),
    ...(regid ? { regid: getRegid(store, regid) } : {}),
    ...(address ? { person: address } : {}),
  };
}

export const ExportOut: TSchema = Type.Object({
  exportedAt: Type.String({ format: "date-time" }),
  store: Type.Object({ pid: Type.String(), name: Type.String() }),
  addresses: Type.Array(Type.Object({ medium: Type.String(), value: Type.String() })),
  regids: Type.Array(Type.String()),
  data: JsonMap("A list of records under each name: lists, items, subscriptions, consents and so on"),
});

export const ErasedOut = Type.Object({
  message: Type.String(),
  erasure: Type.String({ description: "Id of the erasure" }),
  state: Type.Union([Type.Literal("erased"), Type.Literal("erasing")], {
    description: "`erasing`: a worker deletes the rest within a minute",
  }),
  rows: JsonMap("How many rows were deleted so far, by feature"),
  logged: Type.Boolean({
    description:
      "Whether the erasure is in the erasure log. If not, a restore of an older backup brings the person back",
  }),
});

export const erasedRecord = ({ id, state, counts, isLogged }: Erased & { readonly id: string }) => ({
  message: state === "erased" ? "The person is erased" : "The person is cut off, and their data is being deleted",
  erasure: id,
  state,
  rows: counts,
  logged: isLogged,
});

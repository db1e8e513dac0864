import { Type } from "typebox";
import { described, JsonMap, named, nullable, PlatformIdOut, refTo } from "../../../platform/http/wire.ts";
import { productOut } from "../../catalog/variants/wire.ts";

// The public records of lists and items, for openapi.json. The functions that write them are in the wire.ts of the rooms.

const ms = (what: string) => Type.Integer({ description: `${what}, in milliseconds since 1970` });
const internal = {
  _pkey: Type.String({ description: "Internal; ignore it" }),
  _t: Type.Integer({ description: "Internal; ignore it" }),
};

/** A guest has none of these fields. */
const UserInfo = named(
  "UserInfo",
  Type.Partial(
    Type.Object({
      em: nullable(Type.String({ description: "Email address" })),
      fname: Type.String({ description: "First name" }),
      lname: Type.String({ description: "Last name" }),
      uid: Type.String(),
      pid: Type.String({ description: "Store identifier" }),
      m: Type.Null(),
      lastlogin: Type.String({ format: "date-time" }),
      cts: ms("Created"),
      uts: ms("Updated"),
      sw_mkt: Type.Null(),
      ut: Type.Null(),
      acc_mkt: Type.Boolean({ description: "Whether the address is on the mailing list" }),
      extags: Type.Array(Type.String()),
      prefs: JsonMap("Preferences"),
      pd: JsonMap("Data of the shop's platform"),
    }),
  ),
);

const BundleItem = Type.Object(
  {
    title: Type.Optional(Type.String()),
    price: Type.Optional(Type.Number()),
    epi: Type.Optional(PlatformIdOut("Variant id")),
    empi: Type.Optional(PlatformIdOut("Product id")),
    iu: Type.Optional(Type.String()),
    uri: Type.Optional(Type.String()),
    vendor: Type.Optional(Type.String()),
  },
  { additionalProperties: true },
);

const stk = nullable(Type.Integer({ description: "Units in stock; 0: sold out; null: not reported" }));

const ListItem = named(
  "ListItem",
  Type.Object({
    epi: PlatformIdOut("Variant id, with the type it was sent with"),
    empi: PlatformIdOut("Product id"),
    ...productOut,
    stk,
    savedpr: nullable(Type.Number({ description: "The catalogue's price when the item was saved" })),
    qty: Type.Integer(),
    note: nullable(Type.String()),
    cprops: JsonMap("Custom fields, as they were sent"),
    lbls: Type.Array(Type.String()),
    _av: Type.Boolean({ description: "Whether the shopper did not choose the variant" }),
    cts: ms("Added"),
    uts: ms("Changed"),
    lid: Type.String({ description: "The list it is on" }),
    id: Type.String(),
    di: Type.String({ description: "Device" }),
    uby: nullable(Type.String({ description: "Who changed it: the email of an account" })),
    lity: Type.Optional(Type.Union([Type.Literal("custom"), Type.Literal("customBundle")])),
    title: Type.Optional(Type.String({ description: "Only of a custom item, as the following fields" })),
    price: Type.Optional(Type.Number()),
    compareAtPrice: Type.Optional(Type.Number()),
    platformitemid: Type.Optional(PlatformIdOut("The platform's variant")),
    bundle: Type.Optional(Type.Array(BundleItem)),
    ...internal,
  }),
);

const listFields = {
  lid: Type.String({ description: "List id" }),
  lname: Type.String({ description: "Name" }),
  lty: Type.String({ description: "Type: wl, sfl, or one of the store's own" }),
  cnt: Type.Integer({ description: "Number of items" }),
  userinfo: nullable(refTo(UserInfo)),
};

const List = named(
  "List",
  Type.Object({
    ...listFields,
    id: Type.String({ description: "The same as lid" }),
    lnote: nullable(Type.String({ description: "Note" })),
    lprops: JsonMap("Custom properties, as they were sent"),
    cprops: JsonMap("Always empty"),
    ldesc: JsonMap("Description, as it was sent"),
    st: Type.Integer({ description: "1: active, 0: archived" }),
    anonRead: Type.Boolean({ description: "Whether anyone with the lid may read it" }),
    _cp: Type.Boolean({ description: "Whether a large list is still being copied into it" }),
    listcontents: Type.Array(refTo(ListItem), { description: "The newest items, newest first" }),
    cby: nullable(Type.String({ description: "Who created it: the email of an account" })),
    uby: nullable(Type.String({ description: "Who changed it" })),
    cfor: nullable(Type.String()),
    cts: ms("Created"),
    uts: ms("Changed"),
    lhash: Type.String({ description: "Changes with every attribute of the list" }),
    itemcmnts: Type.Integer(),
    di: Type.String({ description: "Device" }),
    uid: Type.String({ description: "The owner's regid" }),
    pid: Type.String({ description: "Store identifier" }),
    ...internal,
  }),
);

const Pagination = named(
  "Pagination",
  Type.Object({
    totalcount: Type.Integer(),
    next: nullable(Type.Integer({ description: "The offset of the next page; null on the last one" })),
    limit: Type.Integer(),
  }),
);

/** What people see who do not own the list. */
const SharedItem = named(
  "SharedItem",
  Type.Object({
    epi: PlatformIdOut("Variant id"),
    empi: PlatformIdOut("Product id"),
    dt: productOut.dt,
    du: productOut.du,
    iu: productOut.iu,
    pr: productOut.pr,
    vi: productOut.vi,
    stk: Type.Optional(stk),
    qty: Type.Integer(),
    cprops: Type.Optional(JsonMap("Only if the owner shows it")),
  }),
);
const SharedList = named(
  "SharedList",
  Type.Object({
    ...listFields,
    listcontents: Type.Array(refTo(SharedItem), { description: "The newest items, newest first" }),
  }),
);

const pageOf = (list: ReturnType<typeof refTo>, item: ReturnType<typeof refTo>) =>
  Type.Object({ list, items: Type.Array(item), userinfo: refTo(UserInfo), pagination: refTo(Pagination) });
const ListPage = named("ListPage", pageOf(refTo(List), refTo(ListItem)));
const SharedListPage = named("SharedListPage", pageOf(refTo(SharedList), refTo(SharedItem)));

export const LIST_RECORDS = [
  UserInfo,
  ListItem,
  List,
  Pagination,
  SharedItem,
  SharedList,
  ListPage,
  SharedListPage,
] as const;

const items = Type.Array(refTo(ListItem));
export const ListOut = described(refTo(List));
export const ListsOut = described(Type.Array(refTo(List)));
export const ListHeadsOut = described(
  Type.Object({ status: Type.Literal("success"), data: Type.Array(refTo(List), { description: "Without contents" }) }),
);
export const ListPageOut = described(refTo(ListPage));
export const AnyListPageOut = described(
  Type.Union([refTo(ListPage), refTo(SharedListPage)], {
    description: "SharedListPage unless the caller owns the list",
  }),
);
export const ItemsOut = described(
  Type.Union([items, Type.Array(refTo(SharedItem))], { description: "SharedItem unless the caller owns the list" }),
);
export const ItemChangesOut = described(Type.Partial(Type.Object({ a: items, u: items, d: items })));
export const MailedOut = described(Type.Object({ listinfo: refTo(List), msg: Type.String() }));
export const SharedOut = described(Type.Object({ lid: Type.String() }));
export const ContainsOut = described(
  Type.Object({
    data: Type.Array(
      Type.Object({
        epi: Type.Optional(PlatformIdOut("Variant id, if epis were asked for")),
        empi: Type.Optional(PlatformIdOut("Product id, if empis were asked for")),
        lids: Type.Array(Type.String(), { description: "The lists it is on" }),
      }),
    ),
  }),
);
/** `key` is where the changed items are. */
export const changedOut = (key: string) =>
  described(
    Type.Object({
      [key]: items,
      itemsfailed: Type.Array(
        Type.Object({
          msg: Type.String({ description: "Why" }),
          epi: Type.Optional(Type.String({ description: "The variant of an item that is not on the list" })),
          item: Type.Optional(Type.Unknown({ description: "An invalid item, as it was sent" })),
        }),
      ),
    }),
  );

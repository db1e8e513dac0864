import { type Static, Type } from "typebox";
import { isOn, Switch } from "../../../platform/http/wire.ts";
import { toEmail } from "../../../platform/text/email.ts";
import type { Shopper } from "../../shoppers/shopper.ts";
import { shopperCredentials } from "../../shoppers/wire.ts";
import type { List, ListChanges, PublicListId } from "../list.ts";
import { toPublicListId } from "../to-public-list-id.ts";
import { Lid, listRecord, ownerFields, TextOrNull } from "../wire.ts";

export const MarkPublicIn = Type.Object({
  ...shopperCredentials,
  lid: Lid,
  fname: Type.Optional(TextOrNull(100)),
  showcprops: Type.Optional(Switch),
});

export const readMarkPublic = ({
  lid,
  fname,
  showcprops,
}: Static<typeof MarkPublicIn>): { publicId: PublicListId; changes: ListChanges } => ({
  publicId: toPublicListId(lid),
  changes: {
    isPublic: true,
    extras: { shown: { ...(fname ? { firstName: fname } : {}), properties: isOn(showcprops) } },
  },
});

export const MarkPrivateIn = Type.Object({ ...shopperCredentials, lid: Lid });

export const readMarkPrivate = ({
  lid,
}: Static<typeof MarkPrivateIn>): { publicId: PublicListId; changes: ListChanges } => ({
  publicId: toPublicListId(lid),
  changes: { isPublic: false },
});

export const EmailListIn = Type.Object({
  ...shopperCredentials,
  lid: Lid,
  toemail: Type.String({ minLength: 3, maxLength: 500 }),
  fromname: Type.Optional(TextOrNull(100)),
  note: Type.Optional(TextOrNull(500)),
});

export const readEmailList = ({ lid, toemail, fromname, note }: Static<typeof EmailListIn>) => ({
  publicId: toPublicListId(lid),
  to: toEmail(toemail),
  fromName: fromname ?? "",
  note: note ?? "",
});

export const emailListRecord = (shopper: Shopper, list: List) =>
  `{"listinfo":${listRecord(ownerFields(shopper), list)},"msg":"The list will be mailed."}`;

export const ReportShareIn = Type.Object({
  ...shopperCredentials,
  lid: Lid,
  fromname: Type.Optional(TextOrNull(200)),
  medium: Type.Optional(TextOrNull(40)),
});

export const readReportShare = ({ lid }: Static<typeof ReportShareIn>) => toPublicListId(lid);
export const reportShareRecord = (publicId: PublicListId) => JSON.stringify({ lid: publicId });

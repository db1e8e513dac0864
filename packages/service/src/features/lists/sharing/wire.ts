import { type Static, Type } from "typebox";
import { AppError } from "../../../platform/errors.ts";
import { isOn, Switch } from "../../../platform/http/wire.ts";
import { readEmail } from "../../../platform/text/email.ts";
import { hasLink } from "../../../platform/text/has-link.ts";
import { shopperCredentials } from "../../shoppers/wire.ts";
import type { ListChanges, PublicListId } from "../list.ts";
import { toPublicListId } from "../to-public-list-id.ts";
import { Lid } from "../wire.ts";
import type { ListMail } from "./email-list.ts";

export const MarkPublicIn = Type.Object({
  ...shopperCredentials,
  lid: Lid,
  fname: Type.Optional(Type.String({ maxLength: 100 })),
  showcprops: Type.Optional(Switch),
  newlink: Type.Optional(Switch),
});

export const readMarkPublic = ({
  lid,
  fname,
  showcprops,
  newlink,
}: Static<typeof MarkPublicIn>): { publicId: PublicListId; changes: ListChanges } => ({
  publicId: toPublicListId(lid),
  changes: {
    isPublic: true,
    renewPublicId: isOn(newlink),
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
  fromname: Type.Optional(Type.String({ maxLength: 100 })),
  note: Type.Optional(Type.String({ maxLength: 500 })),
});

export const readEmailList = ({ lid, toemail, fromname, note }: Static<typeof EmailListIn>): ListMail => ({
  publicId: toPublicListId(lid),
  to: readEmail(toemail),
  fromName: withoutLinks("fromname", fromname ?? ""),
  note: withoutLinks("note", note ?? ""),
});

function withoutLinks(field: string, text: string): string {
  if (!hasLink(text)) return text;
  throw new AppError(
    "invalid",
    "invalid-parameter",
    `${field} must not contain links, domain names or email addresses.`,
  );
}

export const emailListRecord = (listRecord: string) => `{"listinfo":${listRecord},"msg":"The list will be mailed."}`;

export const ReportShareIn = Type.Object({
  ...shopperCredentials,
  lid: Lid,
  fromname: Type.Optional(Type.String({ maxLength: 200 })),
  medium: Type.Optional(Type.String({ maxLength: 40 })),
});

export const readReportShare = ({ lid }: Static<typeof ReportShareIn>) => toPublicListId(lid);
export const reportShareRecord = (publicId: PublicListId) => JSON.stringify({ lid: publicId });

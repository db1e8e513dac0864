import { Type } from "typebox";
import { parseJson } from "../../../platform/text/json.ts";
import type { MailReport } from "./take-reports.ts";

export const HookPath = Type.Object({ pid: Type.String({ minLength: 1, maxLength: 200 }) });
export const HookQuery = Type.Object({ token: Type.String({ maxLength: 64, default: "" }) });
export const TextIn = Type.Object({
  From: Type.String({ maxLength: 64 }),
  Body: Type.String({ maxLength: 10_000, default: "" }),
});
export const MailReportIn = Type.Object(
  {
    Type: Type.Optional(Type.String({ maxLength: 64, description: "Of Amazon SNS" })),
    Message: Type.Optional(Type.String({ maxLength: 65_536, description: "Of Amazon SNS" })),
    events: Type.Optional(
      Type.Array(
        Type.Object({
          type: Type.Union([Type.Literal("bounce"), Type.Literal("complaint")]),
          email: Type.String({ maxLength: 320 }),
          permanent: Type.Optional(Type.Boolean({ description: "false: the mailbox may take mail again" })),
        }),
        { maxItems: 100 },
      ),
    ),
  },
  { additionalProperties: true },
);

const REPORTS_MAX = 100;

type Recipients = readonly { readonly emailAddress?: unknown }[];
type SesReport = {
  readonly notificationType?: unknown;
  readonly eventType?: unknown;
  readonly bounce?: { readonly bounceType?: unknown; readonly bouncedRecipients?: Recipients };
  readonly complaint?: { readonly complainedRecipients?: Recipients };
};

/** What SES says through SNS. A bounce that is not permanent is no word on the address. */
export function readSes(message: string): MailReport[] {
  const { notificationType, eventType, bounce, complaint } = parseJson(message, { depthMax: 10 }) as SesReport;
  const kind = notificationType ?? eventType;
  const those = (recipients: Recipients | undefined, as: MailReport["kind"]): MailReport[] =>
    (Array.isArray(recipients) ? (recipients as Recipients) : [])
      .slice(0, REPORTS_MAX)
      .flatMap(({ emailAddress }) =>
        typeof emailAddress === "string" ? [{ kind: as, email: bare(emailAddress) }] : [],
      );
  if (kind === "Bounce" && bounce?.bounceType === "Permanent") return those(bounce.bouncedRecipients, "bounce");
  return kind === "Complaint" ? those(complaint?.complainedRecipients, "complaint") : [];
}

/** SES repeats what stood in the header: `Ann <ann@example.com>`. */
const bare = (text: string) => /<([^<>]+)>$/.exec(text.trim())?.[1] ?? text;

import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { failures } from "../../../platform/http/wire.ts";
import { describeProblem } from "../../../platform/text/expectation-of.ts";
import { escapeHtml } from "../../../platform/text/html.ts";
import { parseJson } from "../../../platform/text/json.ts";
import { invalidReport } from "../errors.ts";
import type { MailReport } from "./mail-report.ts";

export const HookPath = Type.Object({ pid: Type.String({ minLength: 1, maxLength: 200 }) });
export const HookQuery = Type.Object({ token: Type.String({ maxLength: 64, default: "" }) });
export const TakenOut = Type.Object({ taken: Type.Integer({ description: "Number of reports" }) });
export const TextIn = Type.Object({
  From: Type.String({ maxLength: 64 }),
  Body: Type.String({ maxLength: 10_000, default: "" }),
});
export const TextOut = {
  200: Type.String({ description: "The answer to send, as Twilio's XML" }),
  ...failures,
};
export const MailReportIn = Type.Object(
  {
    Type: Type.Optional(Type.String({ maxLength: 64, description: "From Amazon SNS" })),
    Message: Type.Optional(Type.String({ maxLength: 65_536, description: "From Amazon SNS" })),
    events: Type.Optional(
      Type.Array(
        Type.Object({
          type: Type.Union([Type.Literal("bounce"), Type.Literal("complaint")]),
          email: Type.String({ maxLength: 320 }),
          permanent: Type.Optional(Type.Boolean({ description: "false: the mailbox may accept mail later" })),
        }),
        { maxItems: 100 },
      ),
    ),
  },
  { additionalProperties: true },
);

export const readTextReply = ({ From, Body }: Static<typeof TextIn>) => ({ from: From, text: Body });

const URL_MAX = 1_000;

/** The URL that confirms the webhook to Amazon SNS, or undefined when this request does not ask for a confirmation. */
export function findConfirmationUrl(body: Static<typeof MailReportIn>): string | undefined {
  if (body.Type !== "SubscriptionConfirmation") return undefined;
  const { SubscribeURL } = body as { SubscribeURL?: unknown };
  return String(SubscribeURL).slice(0, URL_MAX);
}

/** The body of a request that is sent as text, which SNS does. */
export function readTextBody(text: string): object {
  const body = parseJson(text, { depthMax: 10 });
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw invalidReport();
  return body;
}

/** Ignores bounces that are not permanent, because the address may accept mail later. A message of Amazon SNS has no
 *  `events`: its signature would not cover them. */
export function readMailReports({ Type: type, Message, events = [] }: Static<typeof MailReportIn>): MailReport[] {
  if (type === "Notification") return readSes(Message ?? "null"); // Without a Message, it is refused as malformed.
  if (type !== undefined) return [];
  return events.filter(({ permanent = true }) => permanent).map(({ type: kind, email }) => ({ kind, email }));
}

const Recipients = Type.Array(Type.Object({ emailAddress: Type.String({ maxLength: 1_000 }) }), { maxItems: 100 });
/** What is read of a report of Amazon SES. Reports of other kinds have neither a bounce nor a complaint. */
const SesReport = Type.Object({
  notificationType: Type.Optional(Type.String()),
  eventType: Type.Optional(Type.String()),
  bounce: Type.Optional(Type.Object({ bounceType: Type.String(), bouncedRecipients: Recipients })),
  complaint: Type.Optional(Type.Object({ complainedRecipients: Recipients })),
});
const sesReport = Compile(SesReport);

/** A report of Amazon SES, as it comes through SNS. */
function readSes(message: string): MailReport[] {
  const report = parseJson(message, { depthMax: 10 });
  if (!sesReport.Check(report)) {
    const [problem] = sesReport.Errors(report);
    throw invalidReport(problem && describeProblem(SesReport, problem, "Message"));
  }
  const { notificationType, eventType, bounce, complaint } = report;
  const kind = notificationType ?? eventType;
  if (kind === "Bounce" && bounce?.bounceType === "Permanent") return toReports("bounce", bounce.bouncedRecipients);
  return kind === "Complaint" && complaint ? toReports("complaint", complaint.complainedRecipients) : [];
}

const toReports = (kind: MailReport["kind"], recipients: Static<typeof Recipients>): MailReport[] =>
  recipients.map(({ emailAddress }) => ({ kind, email: bare(emailAddress) }));

/** SES reports the address as it was in the mail's header: `Ann <ann@example.com>`. */
const bare = (text: string) => /<([^<>]+)>$/.exec(text.trim())?.[1] ?? text;

/** Twilio's XML. Without a text, Twilio sends no reply. */
export function twimlOf(text: string | undefined): string {
  const message = text === undefined ? "" : `<Message>${escapeHtml(text)}</Message>`;
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`;
}

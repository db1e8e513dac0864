import { type Static, Type } from "typebox";

const TOPIC = /^arn:aws[\w-]{0,20}:sns:[\w-]{1,32}:\d{12}:[\w.-]{1,256}$/;

export const HooksEnvironment = Type.Object({
  KEEPSAKE_SNS_TOPICS: Type.Optional(
    Type.String({
      pattern: "^arn:[\\w:,. -]{1,5000}$",
      examples: ["arn:aws:sns:eu-west-1:123456789012:bounces"],
      description: "Topics of Amazon SNS that may report to the mail webhook. Reports must then be signed by SNS",
    }),
  ),
  KEEPSAKE_TWILIO_SIGNATURES: Type.Enum(["on", "off"], {
    default: "off",
    description: "on: replies to text messages must be signed by Twilio",
  }),
});
type HooksEnvironment = Static<typeof HooksEnvironment> & { KEEPSAKE_TWILIO_SECRET?: string };

/** What the webhooks of providers check besides the token in their address. */
export function readHooks(env: HooksEnvironment) {
  const { KEEPSAKE_SNS_TOPICS: topics, KEEPSAKE_TWILIO_SIGNATURES: signatures } = env;
  if (signatures === "on" && env.KEEPSAKE_TWILIO_SECRET === undefined)
    throw new Error("KEEPSAKE_TWILIO_SIGNATURES is on, but KEEPSAKE_TWILIO_SECRET, which checks them, is not set.");
  const twilioSecret = signatures === "on" ? env.KEEPSAKE_TWILIO_SECRET : undefined;
  return { snsTopics: topics === undefined ? undefined : readTopics(topics), twilioSecret };
}

function readTopics(text: string): string[] {
  const topics = text.split(",").map((topic) => topic.trim());
  const wrong = topics.find((topic) => !TOPIC.test(topic));
  if (wrong !== undefined)
    throw new Error(
      `KEEPSAKE_SNS_TOPICS: ${wrong} is not the ARN of a topic, such as arn:aws:sns:eu-west-1:123456789012:bounces.`,
    );
  return topics;
}

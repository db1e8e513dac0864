import type { Answer } from "../../../platform/network/post.ts";
import type { Content } from "../content.ts";
import type { Windows } from "./limiter.ts";

/** A request to a tool. `endpoint` names the windows that it counts for. */
export type ToolRequest = {
  readonly endpoint: string;
  readonly url: string;
  readonly headers: (at: Date) => Readonly<Record<string, string>>;
  readonly body: string;
  readonly contents: readonly Content[];
  /** Whether it does no harm when the tool gets the request twice. */
  readonly isRepeatable: boolean;
  /** Whether its endpoint has a window of its own that no message counts for: when it is full, messages go on. */
  readonly isApart?: boolean;
};

/** The addresses of somebody who was erased. */
export type ErasedAddresses = {
  /** The id of the erasure. */
  readonly id: string;
  readonly at: Date;
  readonly addresses: readonly { readonly medium: "email" | "sms"; readonly value: string }[];
};

/** A marketing tool, as the sending sees it. */
export type Tool = {
  readonly windows: Windows;
  /** The requests for these messages, with many in each. The tool takes all of a request or none. */
  inBulk(contents: readonly Content[]): ToolRequest[];
  /** The request for one message, which the tool ignores if it has it already. */
  alone(content: Content): ToolRequest;
  erase(person: ErasedAddresses): ToolRequest[];
  /** What the tool said about a refusal, in its own words, which are not masked. */
  readAnswer(answer: Pick<Answer, "body">): string | undefined;
};

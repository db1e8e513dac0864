import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import { AppError } from "../errors.ts";
import { failures } from "./wire.ts";

const BEAT_MS = 20_000;
const RETRY_MS = 2_000;
/** How long a client may take to read what it was sent before the end. */
const LINGER_MS = 1_000;

export type EventStream = {
  /** Sends the headers, and calls `onClose` once the stream has ended for whatever reason. */
  open(onClose: () => void): void;
  /** Does nothing before the stream is open. */
  send(event: string, data: string): void;
  /** Ends the stream. The browser opens it again by itself. */
  end(): void;
};

/** A stream of server-sent events that answers a request. It ends after `lifeMs`, so that the browser opens it again, perhaps
 *  at another process. A client that leaves more than `waitingBytesMax` unread is cut off. */
export function createEventStream(
  reply: FastifyReply,
  { lifeMs, waitingBytesMax }: { readonly lifeMs: number; readonly waitingBytesMax: number },
): EventStream {
  const stream = reply.raw;
  const write = (text: string) => {
    if (!stream.headersSent || stream.writableEnded || stream.destroyed) return;
    stream.write(text);
    if (stream.writableLength > waitingBytesMax) stream.destroy();
  };
  const end = () => {
    if (!stream.headersSent) return void stream.destroy();
    if (stream.writableEnded || stream.destroyed) return;
    stream.end();
    const late = setTimeout(() => stream.destroy(), LINGER_MS);
    stream.once("close", () => clearTimeout(late));
  };

  return {
    open(onClose) {
      reply.hijack();
      if (stream.destroyed) return onClose(); // the browser has left
      stream.writeHead(200, {
        ...reply.getHeaders(),
        "content-type": "text/event-stream; charset=utf-8",
        "x-accel-buffering": "no",
      } as Record<string, string>);
      let beatsLeft = Math.ceil(lifeMs / BEAT_MS);
      const beat = setInterval(() => {
        beatsLeft -= 1;
        if (beatsLeft > 0) write(": beat\n\n");
        else end();
      }, BEAT_MS);
      stream.once("close", () => {
        clearInterval(beat);
        onClose();
      });
      write(`retry: ${RETRY_MS}\n\n`);
    },
    send: (event, data) => write(`event: ${event}\ndata: ${data}\n\n`),
    end,
  };
}

/** What openapi.json says of the answer. */
export const eventStreamAnswer = (description: string) => ({
  200: { description, content: { "text/event-stream": { schema: Type.String() } } },
  ...failures,
});

const RETRY_SECONDS = 60;
export const tooManyStreams = () =>
  new AppError("too-many", "too-many-streams", "Too many live streams are open. Close one, or try again in a minute.", {
    retryAfterSeconds: RETRY_SECONDS,
  });

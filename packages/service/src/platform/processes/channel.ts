import { unavailable } from "../errors.ts";

/** What one end of a channel may ask the other: the input and the answer of each call. Both must be JSON. */
export type Calls = Readonly<Record<string, { readonly input: unknown; readonly answer: unknown }>>;

export type Handlers<In extends Calls> = {
  readonly [Name in keyof In]: (input: In[Name]["input"]) => In[Name]["answer"] | Promise<In[Name]["answer"]>;
};

export type Channel<Out extends Calls> = {
  ask<Name extends keyof Out & string>(
    name: Name,
    input: Out[Name]["input"],
    timeoutMs: number,
  ): Promise<Out[Name]["answer"]>;
  /** Expects no answer. Does nothing when the other end is gone. */
  tell<Name extends keyof Out & string>(name: Name, input: Out[Name]["input"]): void;
};

/** A process that was forked, or `process` itself in such a process. */
export type Pipe = {
  send?(message: object, callback: (error: Error | null) => void): boolean;
  on(event: "message", listener: (message: unknown) => void): unknown;
  on(event: "disconnect", listener: () => void): unknown;
};

type Message =
  | { readonly call: string; readonly input: unknown; readonly id?: number }
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failure: string };

type Waiting = { readonly resolve: (answer: unknown) => void; readonly reject: (error: Error) => void };

const otherEnd = (cause?: unknown) => unavailable("Another process of this group", cause);

/** Calls between a process and its parent, over the pipe that Node opens between them. */
export function createChannel<In extends Calls, Out extends Calls>(pipe: Pipe, handlers: Handlers<In>): Channel<Out> {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  const ignoreError = () => undefined; // the pipe is closed: whoever waits for an answer is told by `disconnect`
  const send = (message: Message) => void pipe.send?.(message, ignoreError);

  async function answer({ call, input, id }: Extract<Message, { call: string }>) {
    try {
      const result = await handlers[call as keyof In]?.(input);
      if (id !== undefined) send({ id, answer: result });
    } catch (error) {
      if (id !== undefined) send({ id, failure: error instanceof Error ? error.message : String(error) });
    }
  }

  pipe.on("message", (message) => {
    const received = message as Message;
    if ("call" in received) return void answer(received);
    const asker = waiting.get(received.id);
    if ("failure" in received) asker?.reject(otherEnd(new Error(received.failure)));
    else asker?.resolve(received.answer);
  });
  pipe.on("disconnect", () => {
    for (const { reject } of waiting.values()) reject(otherEnd());
  });

  return {
    ask(name, input, timeoutMs) {
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        const settle =
          <T>(how: (value: T) => void) =>
          (value: T) => {
            clearTimeout(timer);
            waiting.delete(id);
            how(value);
          };
        const waiter = { resolve: settle(resolve), reject: settle(reject) };
        const timer = setTimeout(() => waiter.reject(otherEnd()), timeoutMs);
        waiting.set(id, waiter);
        send({ call: name, input, id });
      });
    },
    tell: (name, input) => send({ call: name, input }),
  };
}

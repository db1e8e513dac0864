import { randomUUID } from "node:crypto";
import type { Db } from "../../../platform/db/db.ts";
import { tooManyAtOnce } from "../../../platform/errors.ts";
import type { ConnectionId } from "../../../platform/ids.ts";
import { NoAnswer, type Post } from "../../../platform/network/post.ts";
import type { Email } from "../../../platform/text/email.ts";
import type { Store } from "../../stores/store.ts";
import type { Content } from "../content.ts";
import { problemOf } from "../tools/answer.ts";
import type { CreateTool } from "../tools/create-tool.ts";
import { getAccess, getConnection } from "./get-connection.ts";

export type TestDeps = { readonly db: Db; readonly post: Post; readonly createTool: CreateTool };

/** Returns why the tool did not accept it, or undefined. */
export type SendTest = (store: Store, id: ConnectionId, to: Email) => Promise<string | undefined>;

const AT_ONCE_MAX = 10;

/** Sends one message about the merchant's own address right away, past the queue. */
export function createSendTest({ db, post, createTool }: TestDeps): SendTest {
  let running = 0;
  return async (store, id, to) => {
    const { access, listId } = await db.inStore(store.id, async (tx) => ({
      listId: (await getConnection(tx, id)).listId,
      access: await getAccess(tx, store, id),
    }));
    if (running >= AT_ONCE_MAX) throw tooManyAtOnce();
    running += 1;
    try {
      const tool = createTool(store, access, listId);
      const { url, headers, body, isRepeatable } = tool.alone(exampleFor(store, to));
      const answer = await post({ url, headers: headers(new Date()), body, isRepeatable, readsBody: true });
      return problemOf(answer, tool.readAnswer(answer));
    } catch (error) {
      if (error instanceof NoAnswer) return error.message;
      throw error;
    } finally {
      running -= 1;
    }
  };
}

const exampleFor = ({ pid }: Store, email: Email): Content => ({
  message: "0",
  uniqueId: `keepsake-${pid}-test-${randomUUID()}`,
  subject: "item.added",
  at: new Date(),
  person: { email, phone: null, locale: null, timeZone: null },
  item: {
    variantId: "keepsake-test",
    market: null,
    productId: "keepsake-test",
    title: "A test of Keepsake",
    option: null,
    url: null,
    imageUrl: null,
    brand: null,
    sku: null,
    price: null,
    compareAtPrice: null,
    currency: null,
  },
  topic: null,
  quantity: null,
  list: null,
  onMailingList: null,
});

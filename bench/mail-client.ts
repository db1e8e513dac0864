// node bench/mail-client.ts URL COUNT
// Sends one prepared alert many times with nodemailer alone, the mail client that most Node programs use, over as many
// connections as a worker has.
import { createSecretKey, randomBytes } from "node:crypto";
import { createTransport } from "nodemailer";
import { alertMail } from "../packages/service/src/features/alerts/messages/alert-mail.ts";
import { createAlertLinks } from "../packages/service/src/features/subscriptions/alert-links.ts";
import { systemClock } from "../packages/service/src/platform/clock.ts";
import type { ContactId, StoreId } from "../packages/service/src/platform/ids.ts";

const CONNECTIONS = 10;
const [url = "", count = "0"] = process.argv.slice(2);
const client = createTransport({ url, pool: true, maxConnections: CONNECTIONS });
const { headers = {}, ...mail } = await alertMail({
  store: { id: 1 as StoreId, name: "Mails", settings: {} },
  variant: {
    product: { title: "Jacket", url: "https://shop.example/jacket", price: 120, currency: "EUR" },
  },
  recipient: {
    contactId: "1" as ContactId,
    topic: "backinstock",
    value: "",
    locale: null,
    quantity: 1,
    productUrl: null,
  },
  links: createAlertLinks(createSecretKey(randomBytes(32)), {
    publicUrl: "http://127.0.0.1:8080",
    clock: systemClock,
  }),
});
let left = Number(count);
const lane = async () => {
  while (left > 0) {
    left -= 1;
    await client.sendMail({
      ...mail,
      from: "Shop <shop@shop.example>",
      to: `person-${left}@example.com`,
      messageId: `<${left}@bench>`,
      headers: { "auto-submitted": "auto-generated", ...headers },
    });
  }
};
await Promise.all(Array.from({ length: 2 * CONNECTIONS }, lane));
client.close();

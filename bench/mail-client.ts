// node bench/mail-client.ts URL COUNT
// The mail client alone: sends the same mail over and over, as many at once as a worker of the service has under way.
import { createSmtp } from "../packages/service/src/platform/mail/smtp.ts";

const IN_FLIGHT = 20;
const [url = "", count = "0"] = process.argv.slice(2);
const send = createSmtp({ url, from: "Shop <shop@shop.example>" });
const html = `<!doctype html><html lang="en"><body>${"<p>It is back, and it is not reserved.</p>".repeat(60)}</body></html>`;
let left = Number(count);
const lane = async () => {
  while (left > 0) {
    left -= 1;
    await send(
      { to: `person-${left}@example.com`, subject: "It is back", text: "It is back", html },
      `<${left}@bench>`,
    );
  }
};
await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
send.close();

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env["WEBHOOK_SECRET"] ?? "");
// Keep the ids in your database, and write each in the transaction of the effect.
const handled = new Set<string>();

createServer((request, response) => void receive(request, response)).listen(Number(process.env["PORT"] ?? 3000));

async function receive(request: IncomingMessage, response: ServerResponse) {
  let body: string;
  try {
    if (Number(request.headers["content-length"] ?? Infinity) > 1_000_000) throw new Error("Too large");
    body = await text(request); // as it came: JSON that is parsed and written again has another signature
    webhook.verify(body, request.headers as Record<string, string>);
  } catch {
    response.writeHead(401).end();
    return;
  }
  const id = String(request.headers["webhook-id"]);
  if (!handled.has(id)) {
    const event = JSON.parse(body) as { type: string; number: number; store: string; data: object };
    console.log(event.store, event.number, event.type, JSON.stringify(event.data));
    handled.add(id);
  }
  response.writeHead(204).end(); // within 15 seconds
}

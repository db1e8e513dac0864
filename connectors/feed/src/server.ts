import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Feed } from "./feed.ts";
import { Refusal } from "./refusal.ts";

const REQUEST_MS = 10 * 60_000;
const WAITING_MAX = 4;

/** Takes documents at `POST /push`. `GET /healthz` answers while the program runs. */
export function createPushServer(feed: Feed, log: (message: string) => void): Server {
  let waiting = 0;
  const server = createServer((request, response) => {
    handle(request, response).catch((error: Error) => {
      const status = error instanceof Refusal ? error.status : 503;
      log(`Refused with ${status}: ${error.message}`);
      // What is not a refusal may name Keepsake's address or a file.
      answer(response, status, { error: error instanceof Refusal ? error.message : "Try again later." });
      request.resume();
    });
  });
  server.requestTimeout = REQUEST_MS;

  async function handle(request: IncomingMessage, response: ServerResponse) {
    if (request.method === "GET" && request.url === "/healthz") return answer(response, 200, { state: "ok" });
    if (request.method !== "POST" || request.url !== "/push") return answer(response, 404, { error: "Not found" });
    if (waiting >= WAITING_MAX) return answer(response, 503, { error: "Too many documents wait. Try again later." });
    waiting += 1;
    try {
      const header = (name: string) => {
        const value = request.headers[name];
        return typeof value === "string" ? value : null;
      };
      return answer(response, 200, await feed.push(request, header));
    } finally {
      waiting -= 1;
    }
  }
  return server;
}

function answer(response: ServerResponse, status: number, body: object) {
  if (response.headersSent) return;
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

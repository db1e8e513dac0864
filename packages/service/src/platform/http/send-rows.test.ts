import fastify from "fastify";
import { expect, test } from "vitest";
import { whenDone } from "../../../test/fixtures/when-done.ts";
import { sendRows } from "./send-rows.ts";

/** Asks for the numbers from 1 to `rows` as CSV, two in a page, of which at most four are allowed. */
async function fetchCsv(rows: number) {
  const http = fastify();
  whenDone(() => http.close());
  http.get("/numbers", (request, reply) =>
    sendRows(request, reply, {
      name: "numbers",
      read: async ({ cursor = "1" }) => {
        const page = [Number(cursor), Number(cursor) + 1].filter((number) => number <= rows);
        return { rows: page, next: page.length === 2 ? String(Number(cursor) + 2) : null };
      },
      toItem: (number: number) => number,
      columns: { number: (number: number) => number },
      csvRowsMax: 4,
    }),
  );
  const answer = await fetch(`${await http.listen({ host: "127.0.0.1", port: 0 })}/numbers`, {
    headers: { accept: "text/csv" },
  });
  return answer.text();
}

test("CSV has all rows up to the limit", async () => {
  expect(await fetchCsv(4)).toBe("number\r\n1\r\n2\r\n3\r\n4\r\n");
});

test("CSV with more rows than the limit breaks off, so that nobody takes a part for the whole", async () => {
  await expect(fetchCsv(5)).rejects.toThrow("terminated");
});

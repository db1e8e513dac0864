import { expect, test } from "vitest";
import { quietSeconds } from "./quiet-hours.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const HOUR_MS = 3_600_000;

test("in every time zone a text message may be sent from 8:00 to 21:00 local time only, and a delayed one is sent in the day", () => {
  const zones = Intl.supportedValuesOf("timeZone");
  expect(zones.length).toBeGreaterThan(400);
  const wrong: string[] = [];
  for (const zone of zones) {
    const clock = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", hourCycle: "h23" });
    // Each quarter of an hour of a day in winter, one in summer, and the days when clocks change in Europe and America.
    for (const day of [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15), Date.UTC(2026, 2, 29), Date.UTC(2026, 10, 1)]) {
      for (let time = day; time < day + 24 * HOUR_MS; time += HOUR_MS / 4) {
        const hour = Number(clock.format(time));
        const seconds = quietSeconds(zone, time);
        if ((seconds === 0) !== (hour >= 8 && hour < 21)) wrong.push(`${zone} ${hour}`);
        if (seconds > 11 * 3_600) wrong.push(`${zone} waits ${seconds}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect([quietSeconds(null, NOON), quietSeconds("No/Such", NOON), quietSeconds(null, NOON + 12 * HOUR_MS)]).toEqual([
    0,
    0,
    8 * 3_600,
  ]);
});

import type { ContactId, ShopperId } from "../../../platform/ids.ts";
import type { Draw } from "./draw.ts";

export type Person = {
  readonly shopperId: ShopperId;
  readonly contactId: ContactId;
  readonly email: string;
  /** They have an account with the shop, so their address needs no confirmation. */
  readonly hasAccount: boolean;
  readonly locale: "en" | "de";
  /** When they first did something, and when they first gave their address. */
  firstSeenAt: number | undefined;
  firstSignedUpAt: number | undefined;
  bouncedAt: number | undefined;
};

/** What the provider said of the addresses that it refused. */
export const REFUSAL = "550 5.1.1 no such user";

const FIRST_NAMES = [
  "ada aisha amelie anna arthur astrid ben beth carla chloe clara daniel david elif ella emil emma erik eva",
  "felix finn freya greta hana hannah henry ida ines iris isla jack jakob jan jonas julia karim kate lars lea",
  "lena leo liam lina louis lucy maja marie mark mateo maya mia mila moritz nadia nina noah nora olivia oscar",
  "paul pia rosa sam sara sofia theo tim tom vera zoe",
].flatMap((line) => line.split(" "));
const LAST_NAMES = [
  "ahmed andersen bauer becker bell berg brandt brown carter clarke cohen cooper costa diaz dubois evans",
  "fischer fletcher fuchs garcia gray haas hansen hill hoffmann jansen jones kaya keller khan klein koch",
  "kowalski kraus lang larsen lewis lind lopez martin mason meyer moore morgan murphy nguyen novak olsen",
  "parker patel peters reid richter rossi roth ryan schmidt schulz scott silva singh smith stein svensson",
  "taylor turner vogel wagner walsh ward weber wolf wood wright young ziegler",
].flatMap((line) => line.split(" "));

/** The reserved domain accepts no mail. */
const DOMAIN = "sample.example";

/** Makes people with different addresses, who have done nothing yet. */
export function drawPeople(count: number, draw: Draw, takeId: () => string): Person[] {
  const taken = new Map<string, number>();
  return Array.from({ length: count }, (): Person => {
    const name = `${draw.pick(FIRST_NAMES)}.${draw.pick(LAST_NAMES)}`;
    const times = (taken.get(name) ?? 0) + 1;
    taken.set(name, times);
    return {
      shopperId: takeId() as ShopperId,
      contactId: takeId() as ContactId,
      email: `${name}${times > 1 ? times : ""}@${DOMAIN}`,
      hasAccount: draw.chance(0.35),
      locale: draw.chance(0.2) ? "de" : "en",
      firstSeenAt: undefined,
      firstSignedUpAt: undefined,
      bouncedAt: undefined,
    };
  });
}

export function seenAt(person: Person, at: number): void {
  person.firstSeenAt = Math.min(person.firstSeenAt ?? at, at);
}

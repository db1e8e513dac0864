import { definePhrases } from "../../../platform/text/phrases.ts";

/** Why the replay of a restock is not exact, or why there is none. */
export const REPLAY_NOTES = definePhrases({
  "not-begun": "No wave of this restock has begun, so there is nothing to replay.",
  "from-before":
    "This restock began before the service was updated to keep what a replay needs. It cannot be replayed exactly, so it is not replayed.",
  "too-many-people":
    "More than {people} people, or more than {rows} sign-ups, changes and alerts of them, belong to the line of this variant. A replay of it would take too long.",
  "too-long":
    "A replay may take {seconds} seconds, and they were over before this restock was replayed. Ask for fewer restocks at a time.",
  "not-exact":
    "A replay of the policy that was used does not give exactly the people who were notified: a part of the history was deleted, or people joined or left in the very moment of a wave. Take the figures as an estimate.",
  "many-waves": "The replay stopped early, because this policy makes too many waves.",
  "stock-not-known":
    "The stock changed so often that not all of it was kept. The replay stops where it is no longer known.",
});

import { defineWords, useWords } from "./words.ts";

const topics = defineWords<{ readonly [topic: string]: string }>({
  en: {
    backinstock: "Back in stock",
    comingsoon: "Coming soon",
    pricedrop: "Price drop",
    lowstock: "Low stock",
  },
  de: {
    backinstock: "Wieder da",
    comingsoon: "Bald da",
    pricedrop: "Preissenkung",
    lowstock: "Nur noch wenige",
  },
});

/** How a topic is called. A topic of the shop's own keeps its name. */
export function useTopicName(): (topic: string) => string {
  const words = useWords(topics);
  return (topic) => (Object.hasOwn(words, topic) ? words[topic] : undefined) ?? topic;
}

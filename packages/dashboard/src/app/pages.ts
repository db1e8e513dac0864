import {
  IconBellRinging,
  IconBuildingStore,
  IconHome,
  IconMail,
  IconPalette,
  IconPlug,
  IconReportMoney,
  IconTrendingUp,
  IconUserSearch,
  IconUsers,
} from "@tabler/icons-react";
import type { Scope, Session } from "../session/session.ts";
import { defineWords } from "../words/words.ts";

export const pageWords = defineWords({
  en: {
    menu: "Menu",
    skip: "Skip to the page",
    pages: {
      home: "Home",
      demand: "Demand",
      restocks: "Restocks",
      people: "People",
      messages: "Messages",
      look: "Look",
      results: "Results",
      connections: "Connections",
      team: "Team",
      operator: "All stores",
    },
  },
  de: {
    menu: "Menü",
    skip: "Zum Inhalt",
    pages: {
      home: "Start",
      demand: "Nachfrage",
      restocks: "Nachschub",
      people: "Personen",
      messages: "Nachrichten",
      look: "Aussehen",
      results: "Ergebnisse",
      connections: "Verbindungen",
      team: "Team",
      operator: "Alle Shops",
    },
  },
});

type Page = {
  readonly name: keyof (typeof pageWords)["en"]["pages"];
  readonly to: string;
  readonly icon: typeof IconHome;
  /** What somebody needs to see the page in the menu. */
  readonly scope: Scope | "operator";
  readonly startsGroup?: boolean;
};

/** The menu. */
const PAGES: readonly Page[] = [
  { name: "home", to: "/", icon: IconHome, scope: "insights" },
  { name: "demand", to: "/demand", icon: IconTrendingUp, scope: "insights" },
  { name: "restocks", to: "/restocks", icon: IconBellRinging, scope: "insights" },
  { name: "people", to: "/people", icon: IconUserSearch, scope: "people:read" },
  { name: "results", to: "/results", icon: IconReportMoney, scope: "insights" },
  { name: "messages", to: "/messages", icon: IconMail, scope: "settings:read", startsGroup: true },
  { name: "look", to: "/look", icon: IconPalette, scope: "settings:read" },
  { name: "connections", to: "/connections", icon: IconPlug, scope: "settings:read" },
  { name: "team", to: "/team", icon: IconUsers, scope: "audit" },
  { name: "operator", to: "/operator", icon: IconBuildingStore, scope: "operator", startsGroup: true },
];

export const pagesOf = ({ scopes, isOperator }: Pick<Session, "scopes" | "isOperator">): readonly Page[] =>
  PAGES.filter(({ scope }) => (scope === "operator" ? isOperator : scopes.includes(scope)));

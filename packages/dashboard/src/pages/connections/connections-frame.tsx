import { Button, Group } from "@mantine/core";
import { Link, useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Page } from "../../components/page.tsx";
import { type Scope, useSession } from "../../session/session.ts";
import { useWords } from "../../words/words.ts";
import { texts } from "./texts.ts";

type Tab = { readonly name: keyof (typeof texts)["en"]["tabs"]; readonly to: string; readonly scope: Scope };

const TABS: readonly Tab[] = [
  { name: "overview", to: "/connections", scope: "settings:read" },
  { name: "keys", to: "/connections/keys", scope: "keys" },
  { name: "senders", to: "/connections/senders", scope: "settings:read" },
  { name: "webhooks", to: "/connections/webhooks", scope: "webhooks" },
  { name: "marketing", to: "/connections/marketing", scope: "settings:read" },
];

/** The title of the connections and the links to their parts, as far as the person's role has them. */
export function ConnectionsFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const words = useWords(texts);
  const { scopes } = useSession();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <Page title={words.title} lead={words.lead} actions={actions}>
      <Group component="nav" gap={4} aria-label={words.tabsLabel}>
        {TABS.filter(({ scope }) => scopes.includes(scope)).map(({ name, to }) => (
          <Button
            key={name}
            component={Link}
            to={to}
            size="compact-sm"
            variant={path === to ? "light" : "subtle"}
            {...(path === to ? { "aria-current": "page" as const } : { color: "gray", c: "dimmed" })}
          >
            {words.tabs[name]}
          </Button>
        ))}
      </Group>
      {children}
    </Page>
  );
}

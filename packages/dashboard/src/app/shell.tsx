import { AppShell, Box, Burger, Center, Container, Group, Loader, NavLink, ScrollArea, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link, lazyRouteComponent, Navigate, Outlet, useRouterState } from "@tanstack/react-router";
import { Suspense, useEffect } from "react";
import { ApiError } from "../api/api-error.ts";
import { Failure } from "../components/failure.tsx";
import { sessionQuery } from "../session/session.ts";
import { useWords } from "../words/words.ts";
import { AccountMenu } from "./account-menu.tsx";
import { OperatorBanner } from "./operator-banner.tsx";
import { pagesOf, pageWords } from "./pages.ts";
import { SampleBanner } from "./sample-banner.tsx";
import { StoreMenu } from "./store-menu.tsx";

const SignIn = lazyRouteComponent(() => import("../pages/sign-in/sign-in-page.tsx"), "SignInPage");
const EnterCode = lazyRouteComponent(() => import("../pages/sign-in/code-page.tsx"), "CodePage");
const OpenStore = lazyRouteComponent(() => import("../pages/sign-in/open-store-page.tsx"), "OpenStorePage");

/** Shows a page within the frame of the dashboard, to somebody who is signed in and has opened a store. Others sign in first,
 *  at the same address. */
export function Shell() {
  const session = useQuery(sessionQuery);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { store, stores, isOperator } = session.data ?? {};
  if (store) return <Frame />;
  // Operators have pages that need no open store, and nothing else if they are members of none.
  if (isOperator && WITHOUT_STORE.test(path)) return <Frame />;
  if (isOperator && stores?.length === 0) return <Navigate to="/operator" />;
  return (
    <Suspense fallback={<Waiting />}>
      {session.isPending ? (
        <Waiting />
      ) : session.data ? (
        <OpenStore />
      ) : (
        <NotSignedIn error={session.error} onRetry={() => void session.refetch()} />
      )}
    </Suspense>
  );
}

/** The pages that an operator can use without an open store. */
const WITHOUT_STORE = /^\/(dashboard\/)?(operator|account)(\/|$)/;

const Waiting = () => (
  <Center mih="100vh">
    <Loader type="dots" />
  </Center>
);

function NotSignedIn({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const type = error instanceof ApiError ? error.type : "";
  if (type === "second-factor-needed") return <EnterCode />;
  if (type === "not-signed-in" || type === "invalid-key" || (error instanceof ApiError && error.status === 401))
    return <SignIn />;
  return (
    <Container size="xs" py="xl" component="main">
      <Failure error={error} onRetry={onRetry} />
    </Container>
  );
}

function Frame() {
  const words = useWords(pageWords);
  const [opened, { toggle, close }] = useDisclosure();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { data: session } = useQuery(sessionQuery);
  useEffect(() => {
    close();
    document.getElementById("page-title")?.focus({ preventScroll: true });
  }, [path, close]);

  const shown = session ? pagesOf(session) : [];
  return (
    <AppShell
      header={{ height: { base: 56, md: 0 } }}
      navbar={{ width: 248, breakpoint: "md", collapsed: { mobile: !opened } }}
      padding={0}
    >
      <a href="#page-title" className="ks-skip">
        {words.skip}
      </a>
      <AppShell.Header hiddenFrom="md" bg="var(--ks-paper)">
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Wordmark />
          <Burger opened={opened} onClick={toggle} aria-label={words.menu} aria-expanded={opened} size="sm" />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar bg="var(--ks-paper)" p="sm" aria-label={words.menu}>
        <AppShell.Section visibleFrom="md" px="xs" py="xs">
          <Wordmark />
        </AppShell.Section>
        <AppShell.Section>
          <StoreMenu />
        </AppShell.Section>
        <AppShell.Section grow component={ScrollArea} my="sm">
          {shown.map(({ name, to, icon: Icon, startsGroup }) => (
            <NavLink
              key={name}
              component={Link}
              to={to}
              label={words.pages[name]}
              active={path === to || path.startsWith(`${to}/`)}
              leftSection={<Icon size={19} stroke={1.6} />}
              mt={startsGroup ? "md" : 2}
              className="ks-nav"
            />
          ))}
        </AppShell.Section>
        <AppShell.Section>
          <AccountMenu />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main>
        <OperatorBanner />
        {session?.store && <SampleBanner />}
        <Box px={{ base: "md", sm: "xl" }} py={{ base: "lg", sm: "xl" }} maw={1240} mx="auto">
          <Suspense fallback={<Waiting />}>
            <Outlet />
          </Suspense>
        </Box>
      </AppShell.Main>
    </AppShell>
  );
}

function Wordmark() {
  return (
    <Group gap={10} wrap="nowrap">
      <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="var(--mantine-primary-color-filled)" />
        <path
          d="M16 24.500c-5.200-3.700-8.500-6.800-8.500-10.600A4.700 4.700 0 0 1 12.300 9c1.500 0 2.900.8 3.700 2 .8-1.200 2.200-2 3.700-2a4.700 4.700 0 0 1 4.800 4.900c0 3.800-3.300 6.900-8.500 10.600z"
          fill="#fff"
        />
      </svg>
      <Text fw={700} fz="lg" style={{ letterSpacing: "-0.02em" }}>
        Keepsake
      </Text>
    </Group>
  );
}

import { Button, Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { callAuth } from "../../api/auth.ts";
import { Failure } from "../../components/failure.tsx";
import { useOpenStore } from "../../session/open-store.ts";
import { useSession } from "../../session/session.ts";
import { common } from "../../words/common.ts";
import { useWords } from "../../words/words.ts";
import { Card } from "./card.tsx";
import { texts } from "./texts.ts";

/** For somebody who may open several stores and has opened none, or may open none. */
export function OpenStorePage() {
  const words = useWords(texts);
  const { roles } = useWords(common);
  const { name, stores, isOperator } = useSession();
  const openStore = useOpenStore();
  const signOut = (
    <Button
      variant="subtle"
      color="gray"
      onClick={() => void callAuth("/sign-out", {}).finally(() => location.assign("/dashboard"))}
    >
      {words.signOut}
    </Button>
  );
  if (stores.length === 0)
    return (
      <Card title={words.noStore} text={words.noStoreText(name)}>
        {signOut}
      </Card>
    );
  return (
    <Card title={words.openStore} text={words.openStoreText(name)}>
      <Stack gap="xs">
        {stores.map(({ pid, name: store, role }) => (
          <Button
            key={pid}
            variant="default"
            size="md"
            justify="space-between"
            rightSection={roles[role]}
            onClick={() => openStore.mutate({ store: pid })}
          >
            {store}
          </Button>
        ))}
      </Stack>
      {openStore.isError && <Failure error={openStore.error} />}
      {isOperator && (
        <Button variant="light" component={Link} to="/operator">
          {words.allStores}
        </Button>
      )}
      {signOut}
    </Card>
  );
}

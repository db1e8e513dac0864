import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { post } from "../../api/call.ts";
import { Empty } from "../../components/empty.tsx";
import { Failure } from "../../components/failure.tsx";
import { Page, Panel } from "../../components/page.tsx";
import { useBusy } from "../../components/use-busy.ts";
import { useMay } from "../../session/session.ts";
import { useWords } from "../../words/words.ts";
import { NoAccess } from "./no-access.tsx";
import type { Person } from "./person.ts";
import { PersonView } from "./person-view.tsx";
import { texts } from "./texts.ts";

/** Searches for one person. The address is sent in a body and never becomes part of a URL. */
export function PeoplePage() {
  const words = useWords(texts);
  const navigate = useNavigate();
  const mayRead = useMay("people:read");
  const mayReveal = useMay("people:reveal");
  const { busy, error, run } = useBusy();
  const [address, setAddress] = useState("");
  const [found, setFound] = useState<Person | "nobody">();
  if (!mayRead) return <NoAccess />;

  async function find() {
    setFound(undefined);
    const { items } = await post("/storeadmin/v3/people/find", { address });
    const [one] = items;
    if (!one) return setFound("nobody");
    if (one.person) return navigate({ to: "/people/$person", params: { person: one.person } });
    // An account that never signed up for an alert has no id: only its address finds it.
    setFound(await post("/storeadmin/v3/people/show", { address }));
  }
  const search = (
    <Panel>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run(find);
        }}
      >
        <Stack gap="md">
          <TextInput
            label={words.address}
            description={words.addressHint}
            type="text"
            inputMode="email"
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
            minLength={3}
            maxLength={254}
            required
            withAsterisk={false}
            autoFocus
            maw={520}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
          <Group>
            <Button type="submit" loading={busy} leftSection={<IconSearch size={18} />}>
              {words.find}
            </Button>
            {!mayReveal && (
              <Text size="sm" c="dimmed">
                {words.masksForViewer}
              </Text>
            )}
          </Group>
          {error !== undefined && <Failure error={error} />}
        </Stack>
      </form>
    </Panel>
  );
  if (found && found !== "nobody") return <PersonView key={found.address} person={found} search={search} />;
  return (
    <Page title={words.title} lead={words.lead}>
      {search}
      <Panel>
        {found === "nobody" ? (
          <Empty title={words.nobody} text={words.nobodyText} />
        ) : (
          <Empty title={words.startTitle} text={words.startText} />
        )}
      </Panel>
    </Page>
  );
}

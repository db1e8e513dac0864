import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { ApiError } from "../../api/api-error.ts";
import { Empty } from "../../components/empty.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page, Panel } from "../../components/page.tsx";
import { useMay } from "../../session/session.ts";
import { useWords } from "../../words/words.ts";
import { NoAccess } from "./no-access.tsx";
import { personQuery } from "./person.ts";
import { PersonView } from "./person-view.tsx";
import { texts } from "./texts.ts";

/** One person, by the id that says nothing about their address. */
export function PersonPage() {
  const words = useWords(texts);
  const { person: id } = useParams({ from: "/shell/people/$person" });
  const mayRead = useMay("people:read");
  const person = useQuery({ ...personQuery({ person: id }), enabled: mayRead });
  if (!mayRead) return <NoAccess />;
  if (person.data) return <PersonView key={id} person={person.data} />;
  const isUnknown = person.error instanceof ApiError && (person.error.status === 404 || person.error.status === 400);
  return (
    <Page title={words.title}>
      {isUnknown ? (
        <Panel>
          <Empty
            title={words.unknown}
            text={words.unknownText}
            action={
              <Button component={Link} to="/people">
                {words.search}
              </Button>
            }
          />
        </Panel>
      ) : (
        <Loaded query={person} rows={8}>
          {() => null}
        </Loaded>
      )}
    </Page>
  );
}

import { ActionIcon, Alert, Button, Group, List, Stack, Text, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { CopyCurl } from "../../components/copy.tsx";
import { Failure } from "../../components/failure.tsx";
import { Panel } from "../../components/page.tsx";
import { TypedConfirm } from "../../components/typed-confirm.tsx";
import { useChange } from "../../session/queries.ts";
import { useMay } from "../../session/session.ts";
import { common } from "../../words/common.ts";
import { useWords } from "../../words/words.ts";
import { texts } from "./texts.ts";

const PATH = "/storeadmin/v3/settings/update";

/** What the person meant: `shop.example/en` is the origin `https://shop.example`. */
function toOrigin(text: string): string {
  const url = text.includes("://") ? text.trim() : `https://${text.trim()}`;
  return URL.canParse(url) ? new URL(url).origin : text.trim();
}

/** Lists the sites whose pages may call the API; `origins` is null when every site may. */
export function OriginsPanel({
  version,
  origins,
  seen,
}: {
  version: string;
  origins: readonly string[] | null;
  seen: readonly string[];
}) {
  const words = { ...useWords(common), ...useWords(texts) };
  const mayChange = useMay("settings:write");
  const [typed, setTyped] = useState("");
  const [leaving, setLeaving] = useState("");
  const change = useChange(PATH, {
    changes: ["/storeadmin/v3/settings"],
    headers: () => ({ "if-match": `"${version}"` }),
  });
  const allowed = origins ?? [];
  const save = (next: readonly string[]) => change.mutateAsync({ origins: next.length > 0 ? [...next] : null });
  const wanted = [...new Set([...allowed, toOrigin(typed)])];
  return (
    <Panel title={words.origins} lead={words.originsLead}>
      <Stack gap="md">
        {origins === null ? (
          <Alert color="gray" title={words.anyOrigin}>
            {words.anyOriginText}
            {mayChange && seen.length > 0 && (
              <Group mt="sm">
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={change.isPending}
                  onClick={() => void save(seen).catch(() => undefined)}
                >
                  {words.allowSeen(seen.length)}
                </Button>
              </Group>
            )}
          </Alert>
        ) : (
          <List listStyleType="none" spacing={4} aria-label={words.origins} maw="34rem">
            {allowed.map((origin) => (
              <List.Item key={origin} styles={{ itemWrapper: { width: "100%" }, itemLabel: { width: "100%" } }}>
                <Group justify="space-between" wrap="nowrap">
                  <Text size="sm">{origin}</Text>
                  {mayChange && (
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={words.removeOrigin(origin)}
                      onClick={() => setLeaving(origin)}
                    >
                      <IconTrash size={16} />
                    </ActionIcon>
                  )}
                </Group>
              </List.Item>
            ))}
          </List>
        )}
        {mayChange ? (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              save(wanted).then(
                () => setTyped(""),
                () => undefined,
              );
            }}
          >
            <Group align="flex-end" gap="sm">
              <TextInput
                flex="1 1 16rem"
                maw="26rem"
                label={words.newOrigin}
                value={typed}
                maxLength={300}
                autoComplete="off"
                onChange={(event) => setTyped(event.currentTarget.value)}
                {...(origins === null && typed ? { description: words.firstOriginWarning } : {})}
                inputWrapperOrder={["label", "input", "description", "error"]}
              />
              <Button type="submit" variant="default" disabled={!typed.trim()} loading={change.isPending}>
                {words.add}
              </Button>
              <CopyCurl path={PATH} body={{ origins: typed ? wanted : allowed }} />
            </Group>
          </form>
        ) : (
          <Text size="sm" c="dimmed">
            {words.readOnly}
          </Text>
        )}
        {change.error && !leaving && <Failure error={change.error} />}
      </Stack>
      <TypedConfirm
        opened={leaving !== ""}
        onClose={() => setLeaving("")}
        title={words.removeTitle}
        word={leaving}
        button={words.remove}
        onConfirm={() => save(allowed.filter((origin) => origin !== leaving))}
      >
        {words.removeText(leaving)} {allowed.length === 1 && words.removeLast}
      </TypedConfirm>
    </Panel>
  );
}

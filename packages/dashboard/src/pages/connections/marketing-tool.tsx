import { Alert, Badge, Button, Group, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { CopyCurl } from "../../components/copy.tsx";
import { Failure } from "../../components/failure.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Ago } from "../../components/moment.tsx";
import { Panel } from "../../components/page.tsx";
import { TypedConfirm } from "../../components/typed-confirm.tsx";
import { useChange } from "../../session/queries.ts";
import { useSession } from "../../session/session.ts";
import { common } from "../../words/common.ts";
import { useFormats } from "../../words/formats.ts";
import { useSayWhy } from "../../words/why.ts";
import { useWords } from "../../words/words.ts";
import { Fact } from "./fact.tsx";
import type { Tool } from "./marketing.ts";
import { MarketingForm } from "./marketing-form.tsx";
import { pausedReasons, toolReasons } from "./marketing-reasons.ts";
import { marketingTexts } from "./marketing-texts.ts";

const CHANGES = ["/storeadmin/v3/marketing"] as const;
const COLORS = { works: "green", new: "gray", failing: "red", full: "red", paused: "orange" } as const;

/** One tool: how it does, what it gets, and what can be done with it. */
export function MarketingTool({ tool, mayChange }: { tool: Tool; mayChange: boolean }) {
  const words = useWords(marketingTexts);
  const formats = useFormats();
  const state = (
    <Badge variant="dot" tt="none" size="lg" fw={500} color={COLORS[tool.state]}>
      {words.states[tool.state]}
    </Badge>
  );
  const gets = [words.eventCount(tool.events.length), ...(tool.consent ? [words.withConsent] : [])].join(" ");
  return (
    <Panel title={`${words.tools[tool.tool]} · ${tool.name}`} lead={gets} actions={state}>
      <Stack gap="md">
        <Health tool={tool} />
        <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="md">
          <Fact name={words.waiting}>{formats.number(tool.waiting)}</Fact>
          <Fact name={words.sent}>{formats.number(tool.sent)}</Fact>
          <Fact name={words.skipped}>
            <span title={words.skippedHint}>{formats.number(tool.skipped)}</span>
          </Fact>
          <Fact name={words.refused}>{formats.number(tool.refused)}</Fact>
          <Fact name={words.dropped}>{formats.number(tool.dropped)}</Fact>
          <Fact name={words.lastSuccess}>{tool.lastSuccess ? <Ago at={tool.lastSuccess} /> : words.never}</Fact>
        </SimpleGrid>
        {mayChange && <Actions tool={tool} />}
      </Stack>
    </Panel>
  );
}

function Health({ tool }: { tool: Tool }) {
  const words = useWords(marketingTexts);
  const formats = useFormats();
  const say = useSayWhy(toolReasons);
  const sayPaused = useSayWhy(pausedReasons);
  return (
    <>
      {tool.state === "paused" && (
        <Alert color="orange">
          <Text size="sm">{sayPaused(tool.pausedWhy) ?? tool.pausedBecause}</Text>
          <Text size="sm">{words.pausedText}</Text>
        </Alert>
      )}
      {tool.state === "full" && <Alert color="red">{words.fullText}</Alert>}
      {tool.failingSince && (
        <Alert color="red">
          <Text size="sm">{words.failingSince(formats.ago(tool.failingSince))}</Text>
          <Text size="sm">{say(tool.why) ?? tool.problem}</Text>
        </Alert>
      )}
      {tool.lastRefusal && tool.refusal && (
        <Alert color="yellow">
          <Text size="sm">{words.lastRefusal(formats.ago(tool.lastRefusal))}</Text>
          <Text size="sm">{say(tool.refusalWhy) ?? tool.refusal}</Text>
        </Alert>
      )}
      {tool.erasuresWaiting > 0 && <Alert color="yellow">{words.erasures(tool.erasuresWaiting)}</Alert>}
      {tool.erasuresLost > 0 && <Alert color="red">{words.erasuresLost(tool.erasuresLost)}</Alert>}
    </>
  );
}

const PAUSE = "/storeadmin/v3/marketing/pause";
const RESUME = "/storeadmin/v3/marketing/resume";
const DISCONNECT = "/storeadmin/v3/marketing/disconnect";

function Actions({ tool }: { tool: Tool }) {
  const words = { ...useWords(common), ...useWords(marketingTexts) };
  const { connection } = tool;
  const [opened, setOpened] = useState<"test" | "edit" | "disconnect">();
  const close = () => setOpened(undefined);
  const update = useChange("/storeadmin/v3/marketing/update", { changes: CHANGES });
  const pause = useChange(PAUSE, { changes: CHANGES });
  const resume = useChange(RESUME, { changes: CHANGES });
  const disconnect = useChange(DISCONNECT, { changes: CHANGES });
  return (
    <Group gap="sm">
      {tool.state === "paused" ? (
        <Button loading={resume.isPending} onClick={() => resume.mutate({ connection })}>
          {words.resume}
        </Button>
      ) : (
        <Button onClick={() => setOpened("test")}>{words.test}</Button>
      )}
      <Button variant="default" onClick={() => setOpened("edit")}>
        {words.edit}
      </Button>
      {tool.state !== "paused" && (
        <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate({ connection })}>
          {words.pause}
        </Button>
      )}
      <Button variant="subtle" color="red" onClick={() => setOpened("disconnect")}>
        {words.disconnect}
      </Button>
      {(pause.error ?? resume.error) && <Failure error={pause.error ?? resume.error} />}

      {opened === "test" && <SendTest tool={tool} onClose={close} />}
      {opened === "edit" && (
        <MarketingForm
          title={words.editTitle}
          button={words.save}
          tool={tool}
          isBusy={update.isPending}
          error={update.error}
          onSubmit={(_, fields) => update.mutate({ connection, ...fields }, { onSuccess: close })}
          onClose={close}
        />
      )}
      <TypedConfirm
        opened={opened === "disconnect"}
        onClose={close}
        title={words.disconnectTitle}
        word={words.disconnectWord}
        button={words.disconnect}
        onConfirm={() => disconnect.mutateAsync({ connection })}
      >
        {words.disconnectText} <CopyCurl path={DISCONNECT} body={{ connection }} />
      </TypedConfirm>
    </Group>
  );
}

const TEST = "/storeadmin/v3/marketing/test";

function SendTest({ tool: { connection }, onClose }: { tool: Tool; onClose: () => void }) {
  const words = useWords(marketingTexts);
  const say = useSayWhy(toolReasons);
  const sayPaused = useSayWhy(pausedReasons);
  const { id } = useSession();
  const [to, setTo] = useState(id);
  const send = useChange(TEST);
  const body = { connection, to: to.trim() };
  const why = send.data?.why ?? null;
  return (
    <FormDialog
      title={words.testTitle}
      button={words.test}
      call={{ path: TEST, body }}
      isBusy={send.isPending}
      isReady={body.to !== ""}
      error={send.error}
      onSubmit={() => send.mutate(body)}
      onClose={onClose}
    >
      <Text size="sm">{words.testText}</Text>
      <TextInput
        label={words.testTo}
        value={to}
        maxLength={254}
        required
        withAsterisk={false}
        onChange={(event) => setTo(event.currentTarget.value)}
        data-autofocus
      />
      {send.data?.sent && (
        <Alert color="green" role="status">
          {words.testSent}
        </Alert>
      )}
      {send.data?.sent === false && (
        <Alert color="red" title={words.testRefused} role="status">
          {sayAny(why, say, sayPaused) ?? send.data.problem}
        </Alert>
      )}
    </FormDialog>
  );
}

type Why = NonNullable<Tool["why"]> | NonNullable<Tool["pausedWhy"]> | null;
type Say<One> = (why: One | null) => string | undefined;

function sayAny(
  why: Why,
  say: Say<NonNullable<Tool["why"]>>,
  sayPaused: Say<NonNullable<Tool["pausedWhy"]>>,
): string | undefined {
  if (why?.code === "key-refused" || why?.code === "gone" || why?.code === "by-merchant") return sayPaused(why);
  return say(why);
}

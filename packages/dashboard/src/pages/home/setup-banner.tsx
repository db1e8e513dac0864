import { Alert, Button, Group, Progress, Text } from "@mantine/core";
import { IconListCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Failure } from "../../components/failure.tsx";
import { useChange } from "../../session/queries.ts";
import { useMay } from "../../session/session.ts";
import { useWords } from "../../words/words.ts";
import { STEPS } from "../setup/routes.ts";
import { setupLink } from "../setup/setup-link.ts";
import { nextStepOf, type SetupProgress } from "../setup/setup-progress.ts";
import { texts as setupTexts } from "../setup/texts.ts";
import { texts } from "./texts.ts";

/** Invites to finish the setup, until it is finished or the person wants to hear no more of it. */
export function SetupBanner({ progress }: { progress: SetupProgress }) {
  const words = useWords(texts);
  const { steps } = useWords(setupTexts);
  const may = useMay("settings:write");
  const change = useChange("/storeadmin/v3/settings/update", { changes: ["/storeadmin/v3/settings"] });
  const next = nextStepOf(progress);
  if (!may || progress.isFinished || !next) return null;
  const done = STEPS.filter((step) => progress.states[step] === "done").length;
  return (
    <Alert icon={<IconListCheck size={20} />} title={words.setupTitle(done, STEPS.length)} variant="light">
      <Text size="sm">{words.setupNext(steps[next])}</Text>
      <Progress value={(100 * done) / STEPS.length} size="sm" my="sm" aria-label={words.setupProgress} />
      <Group gap="sm">
        <Button component={Link} {...setupLink(next)} size="compact-sm">
          {words.setupContinue}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          c="inherit"
          size="compact-sm"
          loading={change.isPending}
          onClick={() => change.mutate({ setup: { finishedAt: new Date().toISOString() } })}
        >
          {words.setupHide}
        </Button>
      </Group>
      {change.isError && <Failure error={change.error} />}
    </Alert>
  );
}

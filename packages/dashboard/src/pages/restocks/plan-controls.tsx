import { Button, Group, Stack } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { CopyCurl } from "../../components/copy.tsx";
import { Failure } from "../../components/failure.tsx";
import { countBeingSent, isOver, PLANS, type Plan } from "../../components/plan.ts";
import { useWaitingCount } from "../../components/plan-state.tsx";
import { TypedConfirm } from "../../components/typed-confirm.tsx";
import { useChange } from "../../session/queries.ts";
import { useMay } from "../../session/session.ts";
import { useWords } from "../../words/words.ts";
import { texts } from "./plan-texts.ts";

const CHANGES = { changes: [PLANS] } as const;
const HOLD = "/storeadmin/v3/alerts/hold";
const RESUME = "/storeadmin/v3/alerts/resume";
const CANCEL = "/storeadmin/v3/alerts/cancel";

/** Hold, resume and cancel, while there is something to stop: a plan that is done may still be sending. */
export function PlanControls({ plan }: { plan: Plan }) {
  const mayControl = useMay("alerts");
  const isStillSending = plan.state === "done" && countBeingSent(plan) > 0;
  if (!mayControl || (isOver(plan) && !isStillSending)) return null;
  return <Controls plan={plan} />;
}

function Controls({ plan }: { plan: Plan }) {
  const words = useWords(texts);
  const waiting = useWaitingCount(plan);
  const [cancelling, setCancelling] = useState(false);
  const hold = useChange(HOLD, CHANGES);
  const resume = useChange(RESUME, CHANGES);
  const cancel = useChange(CANCEL, CHANGES);
  const body = { plan: plan.plan };
  const isHeld = plan.state === "held";
  const error = hold.error ?? resume.error;
  const switchHold = () => {
    hold.reset();
    resume.reset();
    (isHeld ? resume : hold).mutate(body);
  };
  return (
    <Stack gap="xs" align="flex-end">
      <Group gap="xs">
        <CopyCurl path={isHeld ? RESUME : HOLD} body={body} />
        <Button
          variant={isHeld ? "filled" : "default"}
          loading={hold.isPending || resume.isPending}
          onClick={switchHold}
          leftSection={isHeld ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
        >
          {isHeld ? words.resume : words.hold}
        </Button>
        <Button variant="subtle" color="gray" onClick={() => setCancelling(true)}>
          {words.cancel}
        </Button>
      </Group>
      {error && <Failure error={error} />}
      <TypedConfirm
        opened={cancelling}
        onClose={() => setCancelling(false)}
        title={words.cancelTitle}
        word={words.cancelWord}
        button={words.cancel}
        onConfirm={() => cancel.mutateAsync(body)}
      >
        <Stack gap="xs" align="flex-start">
          {words.cancelText(words.people(plan.waiting ?? 0, waiting))}
          <CopyCurl path={CANCEL} body={body} />
        </Stack>
      </TypedConfirm>
    </Stack>
  );
}

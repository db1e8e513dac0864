import { Alert, Button, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CopyCurl } from "../../components/copy.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Panel } from "../../components/page.tsx";
import { Snippet } from "../../components/snippet.tsx";
import { read } from "../../session/queries.ts";
import { useWords } from "../../words/words.ts";
import { senderTexts } from "./senders-texts.ts";

const PATH = "/storeadmin/v3/senders/hooks";

/** The addresses that a provider reports to. They hold a secret, so they are read only when asked for, and not kept. */
export function HooksPanel() {
  const words = useWords(senderTexts);
  const [isShown, setIsShown] = useState(false);
  const hooks = useQuery({ ...read(PATH), enabled: isShown, gcTime: 0, retry: false, refetchOnWindowFocus: false });
  return (
    <Panel title={words.hooks} lead={words.hooksLead} actions={<CopyCurl path={PATH} />}>
      {isShown ? (
        <Loaded query={hooks}>
          {({ mail, sms }) => (
            <Stack gap="md">
              <Alert color="orange">{words.hooksSecret}</Alert>
              <div>
                <Text size="sm" c="dimmed" mb={4}>
                  {words.mailHook}
                </Text>
                <Snippet text={mail} />
              </div>
              <div>
                <Text size="sm" c="dimmed" mb={4}>
                  {words.smsHook}
                </Text>
                <Snippet text={sms} />
              </div>
            </Stack>
          )}
        </Loaded>
      ) : (
        <Button variant="default" onClick={() => setIsShown(true)}>
          {words.showHooks}
        </Button>
      )}
    </Panel>
  );
}

import { Alert, Button, Group, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { CopyCurl } from "../../components/copy.tsx";
import { Failure } from "../../components/failure.tsx";
import { useChange } from "../../session/queries.ts";
import { useMay } from "../../session/session.ts";
import { useWords } from "../../words/words.ts";
import { senderTexts } from "./senders-texts.ts";

const PATH = "/storeadmin/v3/senders/verify";

/** Asks for the code that was mailed to the sender's address. */
export function VerifyAddress({ address }: { address: string }) {
  const words = useWords(senderTexts);
  const mayChange = useMay("settings:write");
  const [code, setCode] = useState("");
  const verify = useChange(PATH, { changes: ["/storeadmin/v3/senders", "/storeadmin/v3/problems"] });
  return (
    <Alert color="orange">
      <Text size="sm" fw={600}>
        {words.verifyTitle(address)}
      </Text>
      <Text size="sm">{words.verifyText}</Text>
      {mayChange && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            verify.mutate({ code });
          }}
        >
          <Group align="flex-end" gap="sm" my="sm">
            <TextInput
              label={words.code}
              value={code}
              maxLength={20}
              inputMode="numeric"
              autoComplete="one-time-code"
              onChange={(event) => setCode(event.currentTarget.value)}
            />
            <Button type="submit" disabled={!code.trim()} loading={verify.isPending}>
              {words.verify}
            </Button>
            <CopyCurl path={PATH} body={{ code }} />
          </Group>
          {verify.error && <Failure error={verify.error} />}
          <Text size="sm">{words.newCode}</Text>
        </form>
      )}
    </Alert>
  );
}

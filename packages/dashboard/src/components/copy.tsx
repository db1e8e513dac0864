import { Button, CopyButton, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy, IconTerminal2 } from "@tabler/icons-react";
import { installation } from "../app/installation.ts";
import { common } from "../words/common.ts";
import { useWords } from "../words/words.ts";

export function Copy({ text, label }: { text: string; label?: string }) {
  const words = useWords(common);
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button
          size="compact-sm"
          variant="default"
          onClick={copy}
          leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        >
          {copied ? words.copied : (label ?? words.copy)}
        </Button>
      )}
    </CopyButton>
  );
}

type Call = { readonly path: string; readonly body?: object | undefined };

const inQuotes = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The call behind a button, for a terminal. PID and KEY are the store id and a key with the scope that the call needs. */
export function curlOf({ path, body }: Call): string {
  const call = `curl -u "$PID:$KEY" ${inQuotes(`${installation.publicUrl}${path}`)}`;
  return body ? `${call} -H 'content-type: application/json' -d ${inQuotes(JSON.stringify(body))}` : call;
}

/** A call with a whole message in it would cover the page. */
const SHOWN_MAX = 300;
const shortened = (text: string) => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)} …` : text);

/** Not shown on a phone, which has no terminal. */
export function CopyCurl(call: Call) {
  const words = useWords(common);
  return (
    <CopyButton value={curlOf(call)}>
      {({ copied, copy }) => (
        <Tooltip label={shortened(curlOf(call))}>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            w="fit-content"
            visibleFrom="sm"
            onClick={copy}
            leftSection={copied ? <IconCheck size={14} /> : <IconTerminal2 size={14} />}
          >
            {copied ? words.copied : words.copyCurl}
          </Button>
        </Tooltip>
      )}
    </CopyButton>
  );
}

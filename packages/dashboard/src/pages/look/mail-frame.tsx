import { Box } from "@mantine/core";
import { useEffect, useId, useRef } from "react";

/** Shows a mail in a frame in which no script runs and which has no origin. Each mail gets a new frame (give it a `key`), so
 *  that the browser's Back button leaves the page and not the preview. */
export function MailFrame({ fields, title }: { fields: Readonly<Record<string, string>>; title: string }) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.submit(), []);
  return (
    <>
      <form
        ref={form}
        method="post"
        action="/storeadmin/v3/alerts/template/preview-page"
        target={id}
        hidden
        aria-hidden="true"
      >
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} readOnly />
        ))}
      </form>
      <Box
        component="iframe"
        name={id}
        title={title}
        sandbox=""
        referrerPolicy="no-referrer"
        w="100%"
        h={640}
        bd="1px solid var(--ks-line)"
        bg="#fff"
      />
    </>
  );
}

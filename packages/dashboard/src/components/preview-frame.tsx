import { Box } from "@mantine/core";
import { useEffect, useId, useRef, useState } from "react";
import "./preview-frame.css";

type Fields = Readonly<Record<string, string>>;

/** Shows a message in a frame in which no script runs and which has no origin. Each message gets a new frame, and the one
 *  before stays until it is there: it does not flicker, and the browser's Back button leaves the page and not the preview. */
export function PreviewFrame({ fields, title, width }: { fields: Fields; title: string; width?: string }) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef(0);
  const [{ coming, shown }, setFrames] = useState({ coming: 0, shown: 0 });
  const wanted = JSON.stringify(fields);

  useEffect(() => setFrames((frames) => ({ ...frames, coming: frames.coming + 1 })), [wanted]);
  useEffect(() => {
    if (coming === 0) return;
    sent.current = coming;
    form.current?.submit();
  }, [coming]);

  const frames = [...new Set([shown, coming])].filter((nth) => nth > 0);
  return (
    <Box className="ks-preview" {...(width ? { maw: width } : {})}>
      <form
        ref={form}
        method="post"
        action="/storeadmin/v3/alerts/template/preview-page"
        target={`${id}${coming}`}
        hidden
        aria-hidden="true"
      >
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} readOnly />
        ))}
      </form>
      {frames.map((nth) => (
        <iframe
          key={nth}
          name={`${id}${nth}`}
          title={title}
          sandbox=""
          referrerPolicy="no-referrer"
          data-waiting={nth !== shown && shown > 0 ? true : undefined}
          aria-hidden={nth !== shown && shown > 0}
          onLoad={() => {
            if (sent.current === nth)
              setFrames((before) => (before.coming === nth ? { coming: nth, shown: nth } : before));
          }}
        />
      ))}
    </Box>
  );
}

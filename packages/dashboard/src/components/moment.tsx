import { Text, type TextProps, Tooltip } from "@mantine/core";
import { useFormats } from "../words/formats.ts";

/** How long ago something was, with the exact time for those who point at it or hear it. */
export function Ago({ at, ...props }: { at: string | number } & TextProps) {
  const formats = useFormats();
  return (
    <Tooltip label={formats.time(at)}>
      <Text component="time" inherit dateTime={new Date(at).toISOString()} {...props}>
        {formats.ago(at)}
      </Text>
    </Tooltip>
  );
}

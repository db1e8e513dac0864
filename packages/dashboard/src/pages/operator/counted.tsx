import { useFormats } from "../../words/formats.ts";

/** A count that ends at a thousand. */
export function Counted({ count, more }: { count: number; more: boolean }) {
  const formats = useFormats();
  return <>{`${formats.number(count)}${more ? "+" : ""}`}</>;
}

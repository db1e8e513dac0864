import { Badge } from "@mantine/core";

/** The market of a variant, beside its name. The variant as a whole has none. */
export const Market = ({ market }: { readonly market?: string }) =>
  market ? (
    <Badge variant="default" size="sm" radius="sm">
      {market}
    </Badge>
  ) : null;

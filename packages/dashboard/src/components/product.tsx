import { Avatar, Box, Group, Text } from "@mantine/core";
import { IconPackage } from "@tabler/icons-react";
import { Market } from "./market.tsx";
import { PageLink } from "./page-link.tsx";
import { marketName, searchOf } from "./variant-ref.ts";

type ShownVariant = {
  readonly epi: string;
  readonly market?: string;
  readonly dt: string | null;
  readonly vi: string | null;
  readonly iu?: string | null;
};

/** What a variant is called where there is one line for it. */
export const titleOf = ({ epi, dt, vi, ...variant }: Omit<ShownVariant, "iu">) =>
  [dt ?? epi, vi, marketName(variant)].filter(Boolean).join(" · ");

/** A variant in a table, with a link to its page. `topic` is the line that the page shows first. */
export function Product({ variant, topic }: { variant: ShownVariant; topic?: string | undefined }) {
  const { epi, dt, vi, iu } = variant;
  return (
    <Group gap="sm" wrap="nowrap" miw="9rem">
      <Avatar src={iu ?? null} alt="" radius="sm" size={36} visibleFrom="sm" aria-hidden="true">
        <IconPackage size={20} stroke={1.6} />
      </Avatar>
      <Box>
        <PageLink
          to="/demand/$variant"
          params={{ variant: epi }}
          search={searchOf(variant, topic)}
          size="sm"
          fw={550}
          lineClamp={2}
        >
          {dt ?? epi}
        </PageLink>
        {(vi || variant.market) && (
          <Text size="xs" c="dimmed" lineClamp={1} component="div">
            {vi} <Market {...variant} />
          </Text>
        )}
      </Box>
    </Group>
  );
}

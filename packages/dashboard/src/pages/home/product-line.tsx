import { Anchor, Box, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { marketName } from "../../components/variant-ref.ts";

type Product = {
  readonly epi: string | null;
  readonly market?: string;
  readonly dt: string | null;
  readonly vi: string | null;
};

/** The product of a row, with its variant below. A product without a title is known by its id. */
export function ProductLine({ product, link, below }: { product: Product; link: object; below?: ReactNode }) {
  const about = [product.dt && product.vi, marketName(product)].filter(Boolean).join(" · ");
  return (
    <Box flex="1 1 0" miw={0}>
      <Anchor component={Link} {...link} fw={550} size="sm" lineClamp={2}>
        {product.dt ?? product.epi}
      </Anchor>
      <Text size="sm" c="dimmed" lineClamp={2} component="div">
        {about}
        {about && below && " · "}
        {below}
      </Text>
    </Box>
  );
}

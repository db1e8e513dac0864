import { Anchor, Box, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

type Product = { readonly epi: string | null; readonly dt: string | null; readonly vi: string | null };

/** The product of a row, with its variant below. A product without a title is known by its id. */
export function ProductLine({ product, link, below }: { product: Product; link: object; below?: ReactNode }) {
  return (
    <Box flex="1 1 0" miw={0}>
      <Anchor component={Link} {...link} fw={550} size="sm" lineClamp={2}>
        {product.dt ?? product.epi}
      </Anchor>
      <Text size="sm" c="dimmed" lineClamp={2} component="div">
        {product.dt && product.vi}
        {product.dt && product.vi && below && " · "}
        {below}
      </Text>
    </Box>
  );
}

import { Anchor, Group } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { createLink } from "@tanstack/react-router";
import type { ComponentPropsWithRef } from "react";

/** Leads from a page to the list it belongs to. It stands above the title of the page. The router takes the list for the
 *  current page, because the address begins with it: that is not said. */
export const BackLink = createLink(({ children, ...props }: ComponentPropsWithRef<"a">) => (
  <Anchor size="sm" w="fit-content" {...props} aria-current={undefined}>
    <Group gap={4} component="span">
      <IconArrowLeft size={16} aria-hidden="true" />
      {children}
    </Group>
  </Anchor>
));

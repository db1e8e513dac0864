import { Anchor, type AnchorProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentPropsWithRef } from "react";

type Props = AnchorProps & Omit<ComponentPropsWithRef<"a">, keyof AnchorProps>;

/** A link to a page of the dashboard. The router checks its address and parameters. */
export const PageLink = createLink((props: Props) => <Anchor {...props} />);

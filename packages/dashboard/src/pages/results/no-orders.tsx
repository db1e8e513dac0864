import { Alert, Group, Text } from "@mantine/core";
import { IconReceipt } from "@tabler/icons-react";
import { CopyCurl } from "../../components/copy.tsx";
import { useWords } from "../../words/words.ts";
import { texts } from "./texts.ts";

const EXAMPLE = {
  orders: [
    {
      id: "1001",
      email: "ada@example.com",
      currency: "EUR",
      occurredAt: "2026-11-19T09:30:00Z",
      lines: [{ epi: "4411", quantity: 1, price: 49.9 }],
    },
  ],
};

/** Explains missing revenue: the shop does not report its orders. */
export function NoOrders() {
  const words = useWords(texts);
  return (
    <Alert color="gray" icon={<IconReceipt size={20} />} role="note">
      <Text fw={600} size="sm">
        {words.noOrdersTitle}
      </Text>
      <Text size="sm">{words.noOrders}</Text>
      <Group mt="xs">
        <CopyCurl path="/storeadmin/v3/orders/report" body={EXAMPLE} />
      </Group>
    </Alert>
  );
}

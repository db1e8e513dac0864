import { ScrollArea, Table } from "@mantine/core";
import type { ReactNode } from "react";

export type Column<Row> = {
  readonly name: string;
  readonly show: (row: Row) => ReactNode;
  /** For figures. */
  readonly align?: "right";
  /** Left out on a phone. */
  readonly wide?: boolean;
  readonly minWidth?: string;
  readonly maxWidth?: string;
};

/** A table of rows that are all alike. On a narrow screen it scrolls sideways, and the page does not. */
export function DataTable<Row>({
  columns,
  rows,
  rowKey,
  label,
}: {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** What the table shows, for those who hear it. */
  label: string;
}) {
  return (
    <ScrollArea type="auto">
      <Table aria-label={label} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ name, align, wide }) => (
              <Table.Th key={name} ta={align ?? "left"} {...(wide ? { visibleFrom: "sm" } : {})}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map(({ name, show, align, wide, minWidth, maxWidth }) => (
                <Table.Td
                  key={name}
                  ta={align ?? "left"}
                  {...(align ? { className: "ks-number" } : {})}
                  {...(wide ? { visibleFrom: "sm" } : {})}
                  {...(minWidth ? { miw: minWidth } : {})}
                  {...(maxWidth ? { maw: maxWidth } : {})}
                >
                  {show(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}
